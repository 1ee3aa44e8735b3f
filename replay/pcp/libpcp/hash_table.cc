// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Hash tables of numbers.  Tools print nodes in the order of the buckets, so the order is PCP's:
//
//   * a key's bucket is key % hsize; a new node goes in front;
//   * a table with four nodes in a bucket on average grows, from its last bucket down, nodes again
//   in
//     front.

#include <cstdlib>
#include <cstring>

#include "fdr/replay/pcp/libpcp/libpcp.h"

namespace {

enum WalkAnswer { kNext = 1, kStop, kDeleteAndNext, kDeleteAndStop };

__pmHashNode*& Bucket(unsigned int key, __pmHashCtl& table) {
  return table.hash[key % static_cast<unsigned int>(table.hsize)];
}

__pmHashNode** NewBuckets(int count) {
  return static_cast<__pmHashNode**>(  // NOLINT: programs free() tables themselves
      calloc(static_cast<std::size_t>(count), sizeof(void*)));
}

void Push(__pmHashNode* node, __pmHashCtl& table) {
  __pmHashNode*& bucket = Bucket(node->key, table);
  node->next = bucket;
  bucket = node;
}

int LargerSize(int size) {
  int larger = size * 2;
  if (larger % 3 != 0) larger += 2;
  if (larger % 5 != 0) larger += 2;
  return larger;
}

bool Grow(__pmHashCtl& table) {
  const int old_size = table.hsize;
  __pmHashNode** const larger = NewBuckets(LargerSize(old_size));
  if (larger == nullptr) return false;
  __pmHashNode** const old = table.hash;
  table.hash = larger;
  table.hsize = LargerSize(old_size);
  for (int i = old_size; i-- > 0;)
    for (__pmHashNode* node = old[i]; node != nullptr;) {
      __pmHashNode* const next = node->next;
      Push(node, table);
      node = next;
    }
  free(old);  // NOLINT
  return true;
}

bool HasRoomForAnother(__pmHashCtl& table) {
  if (table.hsize == 0) return __pmHashPreAlloc(1, &table) == 0;
  return (table.nodes + 1) / 4 <= table.hsize || Grow(table);
}

// Frees all nodes, and the data if `with_data`.
void Clear(__pmHashCtl& table, bool with_data) {
  for (int i = 0; i < table.hsize; ++i)
    for (__pmHashNode* node = table.hash[i]; node != nullptr;) {
      __pmHashNode* const next = node->next;
      if (with_data) free(node->data);  // NOLINT
      free(node);                       // NOLINT
      node = next;
    }
  free(table.hash);  // NOLINT
  table.hash = nullptr;
  table.hsize = 0;
}

}  // namespace

void __pmHashInit(__pmHashCtl* table) { *table = {}; }

int __pmHashPreAlloc(int buckets, __pmHashCtl* table) {
  if (buckets < 1) return -EINVAL;
  table->hash = NewBuckets(buckets);
  if (table->hash == nullptr) return -ENOMEM;
  table->hsize = buckets;
  return 0;
}

int __pmHashAdd(unsigned int key, void* data, __pmHashCtl* table) {
  if (!HasRoomForAnother(*table)) return -ENOMEM;
  auto* const node = static_cast<__pmHashNode*>(malloc(sizeof(__pmHashNode)));  // NOLINT
  if (node == nullptr) return -ENOMEM;
  *node = {nullptr, key, data};
  ++table->nodes;
  Push(node, *table);
  return 1;
}

__pmHashNode* __pmHashSearch(unsigned int key, __pmHashCtl* table) {
  if (table->hsize == 0) return nullptr;
  __pmHashNode* node = Bucket(key, *table);
  while (node != nullptr && node->key != key) node = node->next;
  return node;
}

int __pmHashDel(unsigned int key, void* data, __pmHashCtl* table) {
  if (table->hsize == 0) return 0;
  for (__pmHashNode** at = &Bucket(key, *table); *at != nullptr; at = &(*at)->next) {
    __pmHashNode* const node = *at;
    if (node->key != key || node->data != data) continue;
    *at = node->next;
    free(node);  // NOLINT
    --table->nodes;
    return 1;
  }
  return 0;
}

void __pmHashClear(__pmHashCtl* table) { Clear(*table, false); }
void __pmHashFree(__pmHashCtl* table) { Clear(*table, true); }

// The answer says whether to delete the node, and whether to go on.
void __pmHashWalkCB(__pmHashWalkCallback callback, void* argument, const __pmHashCtl* table) {
  auto& changed = const_cast<__pmHashCtl&>(*table);
  for (int i = 0; i < table->hsize; ++i)
    for (__pmHashNode** at = &changed.hash[i]; *at != nullptr;) {
      __pmHashNode* const node = *at;
      const int answer = callback(node, argument);
      if (answer == kDeleteAndNext || answer == kDeleteAndStop) {
        *at = node->next;
        free(node);  // NOLINT
      } else {
        at = &node->next;
      }
      if (answer == kStop || answer == kDeleteAndStop) return;
    }
}

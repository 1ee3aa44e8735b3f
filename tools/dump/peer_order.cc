// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/peer_order.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Twice the size, adjusted as PCP does: 1, 6, 14, 30, 60, 120, ...
std::size_t GrownSize(std::size_t size) {
  std::size_t grown = 2 * size;
  if (grown % 2 != 0) grown += 1;
  if (grown % 3 != 0) grown += 2;
  if (grown % 5 != 0) grown += 2;
  return grown;
}

// A chained hash table, newest first.  Nodes are indexes of the keys.
class PeerHash {
 public:
  explicit PeerHash(std::span<const std::uint32_t> keys)
      : keys_(keys), heads_(1, kNone), next_(keys.size(), kNone) {}

  void Insert(std::size_t node) {
    if (node > 0 && (node + 1) / 4 > heads_.size()) Grow();
    Push(node);
  }

  std::vector<std::size_t> Walk() const {
    std::vector<std::size_t> order;
    order.reserve(keys_.size());
    for (std::size_t node : heads_)
      for (; node != kNone; node = next_[node]) order.push_back(node);
    return order;
  }

 private:
  void Push(std::size_t node) {
    std::size_t& head = heads_[keys_[node] % heads_.size()];
    next_[node] = head;
    head = node;
  }

  // The old chains are emptied from the last to the first.
  void Grow() {
    std::vector<std::size_t> old(GrownSize(heads_.size()), kNone);
    old.swap(heads_);
    for (std::size_t bucket = old.size(); bucket-- > 0;)
      for (std::size_t node = old[bucket]; node != kNone;) {
        const std::size_t following = next_[node];
        Push(node);
        node = following;
      }
  }

  std::span<const std::uint32_t> keys_;
  std::vector<std::size_t> heads_;
  std::vector<std::size_t> next_;
};

}  // namespace

std::vector<std::size_t> PeerOrder(std::span<const std::uint32_t> keys) {
  PeerHash hash(keys);
  for (std::size_t node = 0; node < keys.size(); ++node) hash.Insert(node);
  return hash.Walk();
}

}  // namespace fdr::tools

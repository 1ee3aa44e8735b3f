// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaCacheStore(3) and its family.

#include <cerrno>
#include <cstring>
#include <ctime>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/cache_dump.h"
#include "fdr/replay/pcp/pmda/cache_file.h"
#include "fdr/replay/pcp/pmda/instance_cache.h"

namespace fdr::pmda {
namespace {

int StateOf(const CacheEntry& entry) {
  return entry.is_active ? PMDA_CACHE_ACTIVE : PMDA_CACHE_INACTIVE;
}

// What a lookup tells about an entry; each pointer may be null.
int Tell(const CacheEntry* entry, const char** name, int* instance, void** data) {
  if (entry == nullptr) return PM_ERR_INST;
  if (name != nullptr) *name = entry->name.c_str();
  if (instance != nullptr) *instance = entry->instance;
  if (data != nullptr) *data = entry->data;
  return StateOf(*entry);
}

int Change(InstanceCache& cache, CacheEntry& entry, int flags, void* data) {
  const int instance = entry.instance;
  switch (flags) {
    case PMDA_CACHE_ADD:
      cache.Activate(entry, data);
      return instance;
    case PMDA_CACHE_HIDE:
      entry.is_active = false;
      return instance;
    case PMDA_CACHE_CULL:
      cache.Cull(entry);
      return instance;
    default:
      return -EINVAL;
  }
}

// Two names that are equal up to a blank, and differ behind it.
bool Contradicts(const InstanceCache& cache, std::string_view name, const CacheEntry& entry) {
  return cache.ShortLength(name) < name.size() && name != entry.name;
}

int Store(InstanceCache& cache, int flags, const char* name, void* data) {
  if (name == nullptr) {
    if (flags != PMDA_CACHE_ADD) return PM_ERR_INST;
    pmNotifyErr(LOG_ERR, "insert_cache: indom %s: NULL instance name for inst -1",
                pmInDomStr(cache.indom()));
    return PM_ERR_GENERIC;
  }
  CacheEntry* const entry = cache.FindName(name);
  if (entry == nullptr) return flags == PMDA_CACHE_ADD ? cache.Add(name, data) : PM_ERR_INST;
  if (Contradicts(cache, name, *entry)) return -EINVAL;
  return Change(cache, *entry, flags, data);
}

std::string_view KeyOf(const char* name, int length, const void* key) {
  if (length < 1 || key == nullptr) return name != nullptr ? name : "";
  return {static_cast<const char*>(key), static_cast<std::size_t>(length)};
}

// A name and its key belong together.
int StoreKey(InstanceCache& cache, int flags, const char* name, std::string_view key, void* data) {
  if (name == nullptr) return PM_ERR_GENERIC;
  CacheEntry* const by_name = cache.FindName(name);
  CacheEntry* const by_key = cache.FindKey(key);
  if (by_name == nullptr && by_key == nullptr)
    return flags == PMDA_CACHE_ADD ? cache.AddKey(name, key, data) : PM_ERR_INST;
  if (by_name != by_key) return PM_ERR_INST;
  if (Contradicts(cache, name, *by_name)) return -EINVAL;
  return Change(cache, *by_name, flags, data);
}

int SetAll(InstanceCache& cache, bool active) {
  int count = 0;
  for (const auto& [instance, entry] : cache.entries()) {
    if (entry->is_active == active) continue;
    entry->is_active = active;
    ++count;
  }
  return count;
}

int CullAll(InstanceCache& cache) {
  int count = 0;
  for (; !cache.entries().empty(); ++count) cache.Cull(*cache.entries().begin()->second);
  return count;
}

int WalkOn(InstanceCache& cache) {
  const std::optional<int> next =
      cache.walk_at >= 0 ? cache.ActiveFrom(cache.walk_at) : std::nullopt;
  cache.walk_at = next && *next < 0x7fffffff ? *next + 1 : -1;
  return next.value_or(-1);
}

int Operate(InstanceCache& cache, int operation) {
  switch (operation) {
    case PMDA_CACHE_LOAD:
      return LoadCache(cache);
    case PMDA_CACHE_SAVE:
      return cache.entries_changed ? SaveCache(cache) : 0;
    case PMDA_CACHE_SYNC:
      return cache.entries_changed || cache.stamps_changed ? SaveCache(cache) : 0;
    case PMDA_CACHE_STRINGS:
      return cache.BecomeStrings();
    case PMDA_CACHE_ACTIVE:
      return SetAll(cache, true);
    case PMDA_CACHE_INACTIVE:
      return SetAll(cache, false);
    case PMDA_CACHE_CULL:
      return CullAll(cache);
    case PMDA_CACHE_SIZE:
      return static_cast<int>(cache.size());
    case PMDA_CACHE_SIZE_ACTIVE:
      return static_cast<int>(cache.CountOf(true));
    case PMDA_CACHE_SIZE_INACTIVE:
      return static_cast<int>(cache.CountOf(false));
    case PMDA_CACHE_REUSE:
      cache.SetReuse(true);
      return 0;
    case PMDA_CACHE_REORG:
      cache.ForgetCulled();
      return 0;
    case PMDA_CACHE_WALK_REWIND:
      cache.walk_at = 0;
      return 0;
    case PMDA_CACHE_WALK_NEXT:
      return WalkOn(cache);
    case PMDA_CACHE_DUMP:
    case PMDA_CACHE_DUMP_ALL:
      DumpCache(stderr, cache, operation == PMDA_CACHE_DUMP_ALL);
      return 0;
    default:
      return -EINVAL;
  }
}

int Purge(InstanceCache& cache, std::time_t recent, void (*callback)(void*)) {
  const std::time_t oldest = std::time(nullptr) - recent;
  std::vector<CacheEntry*> old;
  for (const auto& [instance, entry] : cache.entries())
    if (entry->stamp != 0 && entry->stamp < oldest) old.push_back(entry.get());
  for (CacheEntry* const entry : old) {
    if (callback != nullptr && entry->data != nullptr) callback(entry->data);
    cache.Cull(*entry);
  }
  return static_cast<int>(old.size());
}

// Calls a function with the cache of a domain.
template <class Body>
int WithCache(pmInDom indom, Body body) {
  if (indom == PM_INDOM_NULL) return PM_ERR_INDOM;
  return pmapi::Guarded([&] { return body(InstanceCache::Get(indom)); });
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

int pmdaCacheStore(pmInDom indom, int flags, const char* name, void* data) {
  return WithCache(indom, [&](InstanceCache& cache) { return Store(cache, flags, name, data); });
}

int pmdaCacheStoreKey(pmInDom indom, int flags, const char* name, int keylen, const void* key,
                      void* data) {
  return WithCache(indom, [&](InstanceCache& cache) {
    return StoreKey(cache, flags, name, KeyOf(name, keylen, key), data);
  });
}

int pmdaCacheLookup(pmInDom indom, int inst, char** name, void** data) {
  return WithCache(indom, [&](InstanceCache& cache) {
    return Tell(cache.FindInstance(inst), const_cast<const char**>(name), nullptr, data);
  });
}

int pmdaCacheLookupName(pmInDom indom, const char* name, int* inst, void** data) {
  return WithCache(indom, [&](InstanceCache& cache) {
    return Tell(name != nullptr ? cache.FindName(name) : nullptr, nullptr, inst, data);
  });
}

int pmdaCacheLookupKey(pmInDom indom, const char* name, int keylen, const void* key, char** oname,
                       int* inst, void** data) {
  return WithCache(indom, [&](InstanceCache& cache) {
    return Tell(cache.FindKey(KeyOf(name, keylen, key)), const_cast<const char**>(oname), inst,
                data);
  });
}

int pmdaCacheOp(pmInDom indom, int op) {
  if (op == PMDA_CACHE_CHECK) return InstanceCache::Find(indom) != nullptr ? 1 : 0;
  return WithCache(indom, [&](InstanceCache& cache) { return Operate(cache, op); });
}

int pmdaCachePurgeCallback(pmInDom indom, time_t recent, void (*callback)(void*)) {
  return WithCache(indom, [&](InstanceCache& cache) { return Purge(cache, recent, callback); });
}

int pmdaCachePurge(pmInDom indom, time_t recent) {
  return pmdaCachePurgeCallback(indom, recent, nullptr);
}

int pmdaCacheResize(pmInDom indom, int maximum) {
  return WithCache(indom, [&](InstanceCache& cache) { return cache.Resize(maximum); });
}

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/instance_cache.h"

#include <algorithm>
#include <cerrno>
#include <vector>

#include "fdr/replay/pcp/pmda/key_hash.h"

namespace fdr::pmda {
namespace {

// More numbers of culled entries than this, and than entries, are forgotten.
constexpr std::size_t kMostCulled = 4096;
constexpr int kMostHashes = 100;

struct Caches {
  std::unordered_map<pmInDom, std::unique_ptr<InstanceCache>> by_indom;
  std::map<int, InstanceCache*, std::greater<>> by_age;

  static Caches& Get() {
    static auto* const caches = new Caches;  // programs use it until their end
    return *caches;
  }
};

int Refuse(pmInDom indom, int instance, const char* what) {
  pmNotifyErr(LOG_ERR, "insert_cache: indom %s: %s for inst %d", pmInDomStr(indom), what, instance);
  return PM_ERR_GENERIC;
}

}  // namespace

InstanceCache* InstanceCache::Find(pmInDom indom) {
  const auto& caches = Caches::Get().by_indom;
  const auto found = caches.find(indom);
  return found != caches.end() ? found->second.get() : nullptr;
}

InstanceCache& InstanceCache::Get(pmInDom indom) {
  Caches& caches = Caches::Get();
  std::unique_ptr<InstanceCache>& cache = caches.by_indom[indom];
  if (cache == nullptr) {
    cache = std::make_unique<InstanceCache>(indom);
    caches.by_age.emplace(static_cast<int>(caches.by_age.size()), cache.get());
  }
  return *cache;
}

std::map<int, InstanceCache*, std::greater<>> InstanceCache::All() { return Caches::Get().by_age; }

std::size_t InstanceCache::ShortLength(std::string_view name) const {
  return strings_ ? name.size() : std::min(name.find(' '), name.size());
}

CacheEntry* InstanceCache::FindInstance(int instance) {
  const auto found = by_instance_.find(instance);
  return found != by_instance_.end() ? found->second : nullptr;
}

CacheEntry* InstanceCache::FindName(std::string_view name) {
  const auto found = by_name_.find(name.substr(0, ShortLength(name)));
  return found != by_name_.end() ? found->second : nullptr;
}

CacheEntry* InstanceCache::FindKey(std::string_view key) {
  const auto found = by_key_.find(key);
  return found != by_key_.end() ? found->second : nullptr;
}

std::optional<int> InstanceCache::ActiveFrom(int instance) const {
  for (auto entry = entries_.lower_bound(instance); entry != entries_.end(); ++entry)
    if (entry->second->is_active) return entry->first;
  return std::nullopt;
}

CacheEntry& InstanceCache::Insert(CacheEntry entry) {
  const int instance = entry.instance;
  auto& place = entries_[instance];
  place = std::make_unique<CacheEntry>(std::move(entry));
  by_instance_.emplace(instance, place.get());
  by_name_.emplace(ShortName(place->name), place.get());
  if (place->key) by_key_.emplace(*place->key, place.get());
  culled_.erase(instance);
  next_ = std::max(next_, std::int64_t{instance} + 1);
  return *place;
}

int InstanceCache::InsertNew(int instance, std::string_view name, std::optional<std::string> key,
                             void* data) {
  if (name.empty()) return Refuse(indom_, instance, "zero length instance name");
  if (instance < 0) {
    const std::optional<int> number = FreeNumber();
    if (!number) {
      pmNotifyErr(LOG_ERR, "insert_cache: indom %s: too many instances", pmInDomStr(indom_));
      return PM_ERR_GENERIC;
    }
    instance = *number;
  }
  Activate(Insert({.instance = instance, .name = std::string(name), .key = std::move(key)}), data);
  entries_changed = true;
  return instance;
}

int InstanceCache::Add(std::string_view name, void* data) {
  return InsertNew(-1, name, std::nullopt, data);
}

int InstanceCache::AddKey(std::string_view name, std::string_view key, void* data) {
  reuses_ = true;
  std::uint32_t hash = 0;
  for (int i = 0; i < kMostHashes; ++i) {
    hash = KeyHash(key, hash);
    const auto instance = static_cast<int>(hash & 0x7fffffff);
    if (!entries_.contains(instance) && !culled_.contains(instance))
      return InsertNew(instance, name, std::string(key), data);
  }
  return PM_ERR_GENERIC;
}

// Numbers grow, until the largest is taken.  From then on, the lowest free one is used.
std::optional<int> InstanceCache::FreeNumber() {
  if (!reuses_ && next_ <= largest_) return static_cast<int>(next_);
  reuses_ = true;
  std::int64_t number = 0;
  auto entry = entries_.begin();
  auto culled = culled_.begin();
  for (;; ++number) {
    if (entry != entries_.end() && entry->first == number)
      ++entry;
    else if (culled != culled_.end() && *culled == number)
      ++culled;
    else
      break;
  }
  if (number > largest_) return std::nullopt;
  return static_cast<int>(number);
}

bool InstanceCache::Restore(CacheEntry entry) {
  CacheEntry* const same_number = FindInstance(entry.instance);
  CacheEntry* const same_name = FindName(entry.name);
  CacheEntry* const same_key = entry.key ? FindKey(*entry.key) : same_name;
  if (same_number == nullptr && same_name == nullptr && same_key == nullptr) {
    Insert(std::move(entry));
    return true;
  }
  return same_number != nullptr && same_number == same_name && same_number == same_key &&
         same_number->name == entry.name && same_number->key == entry.key;
}

void InstanceCache::Activate(CacheEntry& entry, void* data) {
  entry.is_active = true;
  entry.data = data;
  entry.stamp = 0;
  stamps_changed = true;
}

void InstanceCache::Cull(CacheEntry& entry) {
  const int instance = entry.instance;
  by_instance_.erase(instance);
  by_name_.erase(ShortName(entry.name));
  if (entry.key) by_key_.erase(*entry.key);
  entries_.erase(instance);
  if (culled_.size() > std::max(kMostCulled, entries_.size())) ForgetCulled();
  culled_.insert(instance);
  entries_changed = true;
}

int InstanceCache::Resize(int largest) {
  if (largest < 0) return PM_ERR_SIGN;
  if (!entries_.empty() && entries_.rbegin()->first > largest) return PM_ERR_TOOBIG;
  stamps_changed = stamps_changed || largest_ != largest;
  largest_ = largest;
  return 0;
}

int InstanceCache::BecomeStrings() {
  if (!entries_.empty()) return -E2BIG;
  strings_ = true;
  return 0;
}

std::size_t InstanceCache::CountOf(bool active) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      entries_, [active](const auto& entry) { return entry.second->is_active == active; }));
}

}  // namespace fdr::pmda

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances of one domain that the library keeps for agents: pmdaCacheStore(3).

#pragma once

#include <pcp/pmda.h>

#include <ctime>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fdr::pmda {

struct CacheEntry {
  int instance = 0;
  std::string name;
  std::optional<std::string> key;
  bool is_active = false;
  void* data = nullptr;   ///< of the agent
  std::time_t stamp = 0;  ///< when it was saved as active; 0: at the next time
};

/// Entries stay at their place until they are culled.  All functions that return an int return
/// PM_ERR_... if they fail.
class InstanceCache {
 public:
  /// Null if there is none.
  static InstanceCache* Find(pmInDom indom);
  /// Makes it, if there is none.
  static InstanceCache& Get(pmInDom indom);
  /// All of them: the newest first.
  static std::map<int, InstanceCache*, std::greater<>> All();

  explicit InstanceCache(pmInDom indom) : indom_(indom) {}

  CacheEntry* FindInstance(int instance);
  /// By the part before the first blank, which is unique.
  CacheEntry* FindName(std::string_view name);
  CacheEntry* FindKey(std::string_view key);
  /// The first active instance from `instance` on.
  std::optional<int> ActiveFrom(int instance) const;

  /// A new active entry.  Its number follows the last one, or is the lowest free one.
  int Add(std::string_view name, void* data);
  /// Its number comes from the key.
  int AddKey(std::string_view name, std::string_view key, void* data);
  /// An inactive entry with a known number, from a file.  False if it contradicts an entry.
  bool Restore(CacheEntry entry);
  void Activate(CacheEntry& entry, void* data);
  void Cull(CacheEntry& entry);
  /// Forgets the numbers of culled entries, which are free from now on.
  void ForgetCulled() { culled_.clear(); }
  /// PM_ERR_TOOBIG if an instance is larger.
  int Resize(int largest);
  /// Names are whole: what follows a blank counts, too.  -E2BIG if there are entries.
  int BecomeStrings();

  /// How many entries are in this state.
  std::size_t CountOf(bool active) const;
  std::size_t size() const { return entries_.size() + culled_.size(); }
  const std::map<int, std::unique_ptr<CacheEntry>>& entries() const { return entries_; }
  const std::set<int>& culled() const { return culled_; }
  /// The length of the part of a name that must be unique.
  std::size_t ShortLength(std::string_view name) const;

  pmInDom indom() const { return indom_; }
  bool reuses() const { return reuses_; }
  void SetReuse(bool reuses) { reuses_ = reuses; }
  int largest() const { return largest_; }
  void SetLargest(int largest) { largest_ = largest; }
  bool strings() const { return strings_; }

  bool entries_changed = false;  ///< since the cache was loaded or saved
  bool stamps_changed = false;
  int walk_at = -1;  ///< where PMDA_CACHE_WALK_NEXT goes on; -1: nowhere

 private:
  CacheEntry& Insert(CacheEntry entry);
  int InsertNew(int instance, std::string_view name, std::optional<std::string> key, void* data);
  std::optional<int> FreeNumber();
  std::string_view ShortName(const std::string& name) const {
    return std::string_view(name).substr(0, ShortLength(name));
  }

  pmInDom indom_;
  bool reuses_ = false;
  bool strings_ = false;
  int largest_ = 0x7fffffff;
  std::int64_t next_ = 0;  // behind the last number
  std::map<int, std::unique_ptr<CacheEntry>> entries_;
  std::set<int> culled_;  // numbers
  std::unordered_map<int, CacheEntry*> by_instance_;
  std::unordered_map<std::string_view, CacheEntry*> by_name_;
  std::unordered_map<std::string_view, CacheEntry*> by_key_;
};

}  // namespace fdr::pmda

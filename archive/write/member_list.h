// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of an instance domain in little memory: a map would take three times as much.
//
// A change of one member must not copy a million others.  So a few changes stand beside the list,
// and hide its entries.  When they are many, one new list is made of all.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/instance.h"
#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// Ascending by identifier, each once.  A plain value.  After an exception in a change of one
/// member, the list is as before.
class MemberList {
  struct Entry {
    InstanceId id;
    std::uint32_t size;  // of the name
  };
  using Changes = std::map<InstanceId, std::optional<std::string>>;  // without a name: removed

 public:
  /// Valid until the list changes.
  class Iterator {
   public:
    Instance operator*() const {
      if (IsAtChange()) return {change_->first, *change_->second};
      return {entry_->id, std::string_view(name_, entry_->size)};
    }
    Iterator& operator++() {
      IsAtChange() ? static_cast<void>(++change_) : SkipEntry();
      SkipHidden();
      return *this;
    }
    bool operator==(const Iterator& other) const {
      return entry_ == other.entry_ && change_ == other.change_;
    }

   private:
    friend class MemberList;
    Iterator(const MemberList& list, const Entry* entry, Changes::const_iterator change)
        : list_(&list), entry_(entry), name_(list.names_.data()), change_(change) {
      SkipHidden();
    }

    bool HasEntry() const { return entry_ != list_->EndOfEntries(); }
    // Not of the same identifier: that entry is hidden.
    bool IsAtChange() const {
      return change_ != list_->changes_.end() && (!HasEntry() || change_->first < entry_->id);
    }
    void SkipEntry() { name_ += entry_++->size; }
    void SkipHidden() {
      for (; change_ != list_->changes_.end(); ++change_) {
        if (HasEntry() && entry_->id < change_->first) return;
        if (HasEntry() && entry_->id == change_->first) SkipEntry();
        if (change_->second) return;
      }
    }

    const MemberList* list_;
    const Entry* entry_;
    const char* name_;
    Changes::const_iterator change_;
  };

  MemberList() = default;
  /// `members` ascend, each once.
  explicit MemberList(const InstanceList& members);

  Iterator begin() const { return {*this, entries_.data(), changes_.begin()}; }
  Iterator end() const { return {*this, EndOfEntries(), changes_.end()}; }
  std::size_t size() const { return size_; }
  bool Contains(InstanceId id) const;
  bool operator==(const MemberList& other) const;

  /// Adds a member, or gives it another name, which is not one of this list.
  void Put(InstanceId id, std::string_view name);
  void Remove(InstanceId id);
  /// The members behind the record: all that it has, or what a delta leaves.  As readers do,
  /// ignores a record without entries; the first of several entries of a full record counts.
  void Apply(const InDomRecord& record);

 private:
  const Entry* EndOfEntries() const { return entries_.data() + entries_.size(); }
  template <class Members>
  void Fill(const Members& members);
  void MakeRoomForAChange();

  std::vector<Entry> entries_;
  std::string names_;  // one behind the other
  Changes changes_;
  std::size_t size_ = 0;  // with the changes
};

}  // namespace fdr

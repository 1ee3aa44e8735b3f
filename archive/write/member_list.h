// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of an instance domain in little memory: a map would take three times as much.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/instance.h"

namespace fdr {

/// Ascending by identifier, each once.  A plain value.
class MemberList {
  struct Entry {
    InstanceId id;
    std::uint32_t size;  // of the name
  };

 public:
  /// Valid until the list changes.
  class Iterator {
   public:
    Instance operator*() const { return {entry_->id, std::string_view(name_, entry_->size)}; }
    Iterator& operator++() {
      name_ += entry_++->size;
      return *this;
    }
    bool operator==(const Iterator& other) const { return entry_ == other.entry_; }

   private:
    friend class MemberList;
    Iterator(const Entry* entry, const char* name) : entry_(entry), name_(name) {}

    const Entry* entry_;
    const char* name_;
  };

  Iterator begin() const { return {entries_.data(), names_.data()}; }
  Iterator end() const { return {entries_.data() + entries_.size(), nullptr}; }
  std::size_t size() const { return entries_.size(); }
  bool Contains(InstanceId id) const;

  /// `id` is greater than all before.
  void Append(InstanceId id, std::string_view name) {
    entries_.push_back({id, static_cast<std::uint32_t>(name.size())});
    names_ += name;
  }
  /// `members` ascend, each once.
  void Assign(const InstanceList& members);

 private:
  std::vector<Entry> entries_;
  std::string names_;  // one behind the other
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rewriting rules do to instance domains: their identifiers, and the numbers and names of
// their instances, all at once (0 -> 1 and 1 -> 0 is an exchange).

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/record/indom_record.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr {

/// The changes of one domain, and what its last record says.  One thread at a time.
class DomainChange {
 public:
  DomainChange(const RewriteRules& rules, InDomId from) : rules_(rules), from_(from), to_(from) {}

  /// Adds a clause that fits.  kInvalidArgument if it contradicts another one.
  Result<void> Add(const InDomClause& clause);
  /// Instances with this name are to be found by FindName().
  void Want(std::string_view name) { wanted_.try_emplace(std::string(name)); }

  InDomId from() const { return from_; }
  InDomId to() const { return to_; }
  /// The identifier of the copy, which has the changes; then the original has none.
  std::optional<InDomId> copy() const { return copy_; }
  ClausePlace move_place() const { return move_place_; }
  bool changes_instances() const {
    return !numbers_.empty() || !names_.empty() || !substitutions_.empty() || redacts_;
  }
  bool changes_numbers() const { return !numbers_.empty() || deletes_names_; }

  /// The changed record, with this identifier.  Remembers what values need.  kInvalidArgument if
  /// two instances would be one.  The result borrows from this object, until the next call.
  Result<InDomRecord> Change(const InDomRecord& record, InDomId to);
  /// Notes an unchanged record.
  void Note(const InDomRecord& record);

  /// The new number of an instance; none if it is deleted.
  std::optional<InstanceId> NumberOf(InstanceId instance) const {
    const auto number = numbers_.find(instance);
    if (number != numbers_.end()) return number->second;
    if (deletes_names_ && deleted_.contains(instance)) return std::nullopt;
    return instance;
  }
  /// The last instance with this name, which is wanted.
  std::optional<InstanceId> FindName(std::string_view name) const;
  /// members() are to be known.
  void WantMembers() { wants_members_ = true; }
  /// The original numbers of the present instances, without the deleted ones.
  const std::set<InstanceId>& members() const { return members_; }

 private:
  struct NewName {
    std::optional<std::string> name;  // none: deleted
    ClausePlace place;
  };

  const NewName* FindRule(std::string_view name) const;
  Result<std::string> NameOf(const InDomEntry& entry, const NewName* rule) const;
  Result<void> CheckConflict(const InDomEntry& entry, const NewName& rule) const;
  Result<std::optional<InstanceId>> Take(const InDomEntry& entry, const NewName* rule);
  Result<void> CheckUnique(const InDomRecord& record) const;
  void NoteMember(const InDomEntry& entry);

  const RewriteRules& rules_;
  InDomId from_, to_;
  std::optional<InDomId> copy_;
  ClausePlace move_place_;
  bool has_moved_ = false;
  std::unordered_map<InstanceId, std::optional<InstanceId>> numbers_;
  std::unordered_map<std::string, NewName> names_;
  std::vector<const Substitution*> substitutions_;
  bool redacts_ = false;
  bool deletes_names_ = false;
  std::unordered_map<std::string, std::optional<InstanceId>> wanted_;
  std::unordered_set<InstanceId> deleted_;  // by their names
  bool wants_members_ = false;
  std::set<InstanceId> members_;
  std::unordered_set<InstanceId> changed_;  // new numbers, in the record that is changed
  InDomBuilder builder_;
};

}  // namespace fdr

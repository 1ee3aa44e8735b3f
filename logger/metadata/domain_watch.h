// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who the instances are that values are recorded of: when to ask for the members of a domain, and
// what they were.
//
//   values of 1 2      the members are asked for: 1 2 3
//   values of 1 2      not again: nothing has changed
//   values of 1        asked for, since one is missing: 1 3
//   values of 1 4      asked for, since one is unknown: 1 3; 4 is gone already, but keeps a name

#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/instance.h"
#include "fdr/replay/context.h"

namespace fdr {

/// One thread at a time.
class DomainWatch {
 public:
  /// Takes note of the instances of a metric that has a domain, and of the time: whether the
  /// members must be asked for before the values can be recorded.
  bool NeedsMembers(MetricId metric, InDomId indom, Timestamp stamp,
                    std::span<const FetchedValue> values);

  /// The members, as the source has them now.
  void SetMembers(InDomId indom, std::vector<NamedInstance> members);

  /// The source could not be asked: the next values need the members, whatever they are.
  void Forget(InDomId indom) { domains_[indom].is_known = false; }
  /// The same of all domains: what was a name of an instance may be that of another one.
  void ForgetAll();

  /// To be called for all values that are about to be recorded: whoever is no member by now stays
  /// one, under its last name, or under its number.
  void KeepMembers(InDomId indom, std::span<const FetchedValue> values);

  /// How much memory the members take.
  std::size_t held() const { return held_; }

  /// Ascending; valid until anything else is called.
  InstanceList Members(InDomId indom) const;

 private:
  struct Domain {
    std::vector<NamedInstance> members;  // ascending
    std::vector<NamedInstance> before;   // the same, at the time before
    Timestamp looked_at;
    bool is_known = false;
  };

  static const NamedInstance* Find(const std::vector<NamedInstance>& members, InstanceId id);

  std::size_t held_ = 0;
  std::unordered_map<InDomId, Domain> domains_;
  std::unordered_map<MetricId, std::vector<InstanceId>> last_;  // that had values
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of instance domains in a recording: decides when to ask for them, and keeps them.
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
  /// Notes the time and the instances of a metric with a domain.  Returns whether the members must
  /// be asked for before the values can be recorded.
  bool NeedsMembers(MetricId metric, InDomId indom, Timestamp stamp,
                    std::span<const FetchedValue> values);

  /// Sets the members, as the source has them now.
  void SetMembers(InDomId indom, std::vector<NamedInstance> members);

  /// The source could not be asked: the members must be asked for with the next values.
  void Forget(InDomId indom) { domains_[indom].is_known = false; }
  /// Forgets all domains: an instance may now have a name that another instance had.
  void ForgetAll();

  /// To be called for all values before they are recorded.  An instance that is no longer a member
  /// becomes one again, under its last name, or under its number.
  void KeepMembers(InDomId indom, std::span<const FetchedValue> values);

  /// The memory that the members take.
  std::size_t held() const { return held_; }

  /// Ascending; valid until the next call of any other function.
  InstanceList Members(InDomId indom) const;

 private:
  struct Domain {
    std::vector<NamedInstance> members;  // ascending
    std::vector<NamedInstance> before;   // the same, one time earlier
    Timestamp looked_at;
    bool is_known = false;
  };

  static const NamedInstance* Find(const std::vector<NamedInstance>& members, InstanceId id);

  std::size_t held_ = 0;
  std::unordered_map<InDomId, Domain> domains_;
  std::unordered_map<MetricId, std::vector<InstanceId>> last_;  // with values the last time
};

}  // namespace fdr

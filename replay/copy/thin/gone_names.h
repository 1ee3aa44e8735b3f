// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage behind those that thin: an instance that went within an interval has its last value at
// the end of it.  Its domain lacks it then, so no reader would find its name.
//
//   domain          0 a b      8 a                     0 a b      8 a     10 a b     12 a
//   values          0 a=1 b=1        10 a=3 b=2   ->   0 a=1 b=1  10 a=3 b=2         12 a=4

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/write/member_list.h"

namespace fdr {

/// Adds domain records where values need them.  Borrows the next sink.  Memory follows the members
/// of the domains, and those that went within an interval, up to a bound.
class GoneNames final : public CopySink {
 public:
  /// Names are kept for `interval` nanoseconds.
  GoneNames(std::int64_t interval, CopySink& next) : interval_(interval), next_(next) {}

  Result<void> Begin(const LabelRecord& label) override { return next_.Begin(label); }
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

 private:
  using Names = std::map<InstanceId, std::string>;
  struct Gone {
    Timestamp at;
    std::string name;
  };
  struct Domain {
    MemberList members = {};  // in force
    std::map<InstanceId, Gone> gone = {};
    Names wanted = {};  // of those that have gone, for the present record
    Names lent = {};    // the same, in the domain record that was passed on last
    Timestamp lent_at = {};
  };

  Result<void> Take(const InDomRecord& record);
  void NoteGone(Domain& domain, const MemberList& now, Timestamp at) const;
  void LookForGone(const ValueSet& set, Timestamp at);
  static void Lend(Domain& domain, Timestamp at);
  Result<void> PassBefore(Timestamp stamp);
  Result<void> Pass(InDomId id, Timestamp stamp);

  std::int64_t interval_;
  CopySink& next_;
  std::unordered_map<MetricId, InDomId> domain_of_;
  std::unordered_map<InDomId, Domain> domains_;
  std::set<InDomId> waiting_;  // their records were not passed on yet
  Timestamp waiting_since_;    // the stamp of all these
  std::set<InDomId>
      lending_;  // their last records have more names, or the present values need some
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of an instance domain as last written, and the choice of the record for a change.
// docs/format/metadata.md has the rule for deltas, and what it spares readers.

#pragma once

#include "fdr/archive/base/instance.h"
#include "fdr/archive/record/indom_record.h"
#include "fdr/archive/write/member_list.h"

namespace fdr {

/// The instances of one domain as readers of the archive know them.  A plain value.
class Membership {
 public:
  enum class Change { kNone, kFull, kDelta, kLater };

  /// Returns the record to write, so that readers know the members `now` from `stamp` on:
  ///   kNone   if nothing changed, or if `now` is empty, as readers ignore a record without
  ///           instances;
  ///   kLater  nothing now, but the change must be written with the next stamp: the domain has had
  ///           a delta and the last record has this stamp, which PCP does not survive;
  ///   kFull   with DomainRecords::kFull; at first; or if the last record has this stamp, so that
  ///           it is replaced.  But never once the domain has had a delta;
  ///   kDelta  otherwise.
  /// Not for a lost domain.
  Change ChangeTo(DomainRecords records, Timestamp stamp, const InstanceList& now) const;

  /// Builds a delta record, ascending by identifier.  Another name is a removal and an addition.
  void BuildDelta(const InstanceList& now, InDomBuilder& builder) const;

  /// Whether all readers take the record as it is meant: a delta fits the members and leaves some,
  /// no full record follows a delta, and one stamp has one record where there are deltas.
  bool Accepts(Timestamp stamp, const InDomRecord& record) const;

  /// Notes a written record.
  void Take(Timestamp stamp, const InDomRecord& record);
  /// The same, if the members that it leaves are at hand: ascending by identifier.
  void Take(Timestamp stamp, bool is_delta, const InstanceList& members);

  /// A delta did not fit, so that readers disagree about the members: neither a delta nor, behind
  /// that delta, a full record can say them now.
  bool is_lost() const { return has_delta_ && !is_known_; }
  bool is_known() const { return is_known_; }
  /// Whether the domain has had a delta.
  bool has_delta() const { return has_delta_; }
  const MemberList& members() const { return members_; }

 private:
  bool Fits(const InDomRecord& delta) const;
  bool LeavesSome(const InDomRecord& delta) const;

  Timestamp stamp_;         // of the last record
  bool has_delta_ = false;  // any record was one
  bool is_known_ = false;
  MemberList members_;
};

}  // namespace fdr

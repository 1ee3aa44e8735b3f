// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The members of an instance domain as last written, and the choice of the record for a change.
// See docs/format/metadata.md.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/instance.h"
#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// The instances of one domain as readers of the archive know them.  A plain value.
class Membership {
 public:
  enum class Change { kNone, kFull, kDelta };

  /// Returns the record to write, so that readers know the members `now` from `stamp` on:
  ///   kNone   if nothing changed; if `now` is empty, as readers ignore a record without instances;
  ///           or if the last record is a delta of the same stamp, which PCP does not survive:
  ///           then the change is left for the next stamp;
  ///   kFull   at first, if a name changed, if there are more changes than members, or if the
  ///           last record has the same stamp, so that it is replaced;
  ///   kDelta  otherwise.
  Change ChangeTo(Timestamp stamp, const InstanceList& now) const;

  /// Builds a delta record of the added and the removed instances, ascending by identifier.
  void BuildDelta(const InstanceList& now, InDomBuilder& builder) const;

  /// Notes a written record: readers know the members `now`.
  void Set(Timestamp stamp, bool is_delta, const InstanceList& now);

  /// Notes a written record with unknown content: the next record will be full.
  void Forget(Timestamp stamp, bool is_delta);

 private:
  struct Member {
    InstanceId id;
    std::string name;
  };

  // Of the last record:
  Timestamp stamp_;
  bool is_delta_ = false;
  std::vector<Member> members_;  // ascending by id; empty when not known
};

}  // namespace fdr

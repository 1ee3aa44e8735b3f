// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a writer last wrote about an instance domain, and which record says what has changed since.
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

  /// Which record turns what readers know into `now`, which is in force from `stamp` on:
  ///   kNone   if nothing changed; if `now` is empty, as readers ignore a record without instances;
  ///           or if the last record is a delta of the same stamp, which PCP does not survive:
  ///           then the change is left for the next stamp;
  ///   kFull   at first, if a name changed, if more changed than there is, or if the last record
  ///           has the same stamp, so that it is replaced;
  ///   kDelta  otherwise.
  Change ChangeTo(Timestamp stamp, const InstanceList& now) const;

  /// The instances that came and those that went, ascending by identifier, as a delta record.
  void BuildDelta(const InstanceList& now, InDomBuilder& builder) const;

  /// A record was written: readers know `now`.
  void Set(Timestamp stamp, bool is_delta, const InstanceList& now);

  /// A record was written whose content is not known here: the next one will be full.
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

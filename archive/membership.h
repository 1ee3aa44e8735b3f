// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a writer last wrote about an instance domain, and which record says what has changed since.
// See docs/format/metadata.md.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/indom_record.h"
#include "fdr/archive/instance.h"

namespace fdr {

/// The instances of one domain as readers of the archive know them.  A plain value.
class Membership {
 public:
  enum class Change { kNone, kFull, kDelta };

  /// Which record turns what readers know into `now`:
  ///   kNone   if nothing changed, or `now` is empty: readers ignore a record without instances;
  ///   kFull   at first, if a name changed, or if more changed than there is;
  ///   kDelta  otherwise.
  Change ChangeTo(const InstanceList& now) const;

  /// The instances that came and those that went, ascending by identifier, as a delta record.
  void BuildDelta(const InstanceList& now, InDomBuilder& builder) const;

  /// Readers know `now` at `stamp`.
  void Set(Timestamp stamp, const InstanceList& now);

  /// A record was written whose content is not known here: the next one will be full.
  void Forget(Timestamp stamp);

  Timestamp stamp() const { return stamp_; }

 private:
  struct Member {
    InstanceId id;
    std::string name;
  };

  Timestamp stamp_;
  std::vector<Member> members_;  // ascending by id; empty when not known
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instance domains in damaged metadata: decides which delta records are still right after an
// earlier record was lost.  See docs/format/metadata.md.
//
//   damaged   full{1 a, 2 b}   (lost: -1)   delta{+1 c}
//   mended    full{1 a, 2 b}                full{1 c, 2 b}
//
// Readers would keep "a" for 1, which is wrong.  So the members that are certain are written in
// full.

#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/record/indom_record.h"

namespace fdr {

/// Follows the membership of every domain, record by record.  Copies names.
class InDomMender {
 public:
  enum class Verdict {
    kFits,       ///< readers get the recorded members
    kNoBase,     ///< a delta to an unknown list
    kNeedsFull,  ///< a delta that does not fit: write Full() instead
  };

  /// Applies the next record, in order of time; ignores a record with kNoBase.
  Verdict Add(const InDomRecord& record);

  /// The members of a domain after its last record.
  InDomBuilder Full(InDomId indom) const;

 private:
  using Members = std::map<InstanceId, std::string>;

  static bool Fits(const Members& members, const InDomRecord& delta);

  std::unordered_map<InDomId, Members> domains_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instance domains in damaged metadata: which difference records still mean something after one
// before them was lost.  See docs/format/metadata.md.
//
//   damaged   full{1 a, 2 b}   (lost: -1)   delta{+1 c}
//   mended    full{1 a, 2 b}                full{1 c, 2 b}
//
// Readers would keep "a" for 1, which is wrong.  What is known for certain is said in full instead.

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
    kFits,       ///< readers make of it what it says
    kNoBase,     ///< a difference to something unknown
    kNeedsFull,  ///< a difference that does not fit: to be replaced by Full()
  };

  /// Takes the next record that is in order; a record with kNoBase is not taken.
  Verdict Add(const InDomRecord& record);

  /// The members of a domain after the last record of it.
  InDomBuilder Full(InDomId indom) const;

 private:
  using Members = std::map<InstanceId, std::string>;

  static bool Fits(const Members& members, const InDomRecord& delta);

  std::unordered_map<InDomId, Members> domains_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sets of a record as they are recorded.

#pragma once

#include <span>

#include "fdr/archive/record/result_record.h"

namespace fdr {

/// Valid until the next fetch.
struct RecordedSets {
  Timestamp stamp;
  std::span<const ValueSet> sets;
  bool undescribed = false;   ///< a requested metric was recorded, but has no descriptor
  bool after_damage = false;  ///< damage was passed in front of the record: see ReplayOptions
};

}  // namespace fdr

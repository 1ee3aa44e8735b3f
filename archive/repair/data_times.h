// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When a damaged archive begins and ends, and which of its data records contradict the others.

#pragma once

#include <cstddef>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/repair/volume_salvage.h"

namespace fdr {

/// Which data records are to be believed.
struct DataTimes {
  /// Of the repaired archive: what the label says, unless that contradicts at least two records
  /// that contradict nothing else; then the stamp of the first record.
  Timestamp start;
  Timestamp end;  ///< the latest of any record
  /// The numbers, counted from 0, of the records that contradict the others: see stamp_order.h.
  std::vector<std::size_t> wrong;
  bool is_sorted = true;  ///< the others lie in the order of time
};

/// How much of the work of a repair the survey is.
inline constexpr double kSurveyShare = 0.5;

/// Reads all data.  kEmpty if there is not a single record.
Result<DataTimes> SurveyData(const DamagedData& data);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the begin and the end of a damaged archive, and the data records that contradict the
// others.

#pragma once

#include <cstddef>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/repair/volume_salvage.h"

namespace fdr {

/// The times of an archive, and the data records with credible stamps.
struct DataTimes {
  /// The start of the repaired archive: the start in the label, unless it contradicts at least two
  /// records that contradict nothing else.  Then it is the stamp of the first record.
  Timestamp start;
  Timestamp end;  ///< the latest of any record
  /// The numbers, counted from 0, of the records that contradict the others: see stamp_order.h.
  std::vector<std::size_t> wrong;
  bool is_sorted = true;  ///< the other records are in the order of time
};

/// The survey's share of the work of a repair.
inline constexpr double kSurveyShare = 0.5;

/// Reads all data.  kEmpty if no record is found.
Result<DataTimes> SurveyData(const DamagedData& data);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the records of a window of time, by the index and a short walk.

#pragma once

#include <optional>

#include "fdr/archive/archive.h"
#include "fdr/archive/record_cursor.h"

namespace fdr {

/// Both ends belong to it.
struct TimeSpan {
  std::optional<Timestamp> start = {};
  std::optional<Timestamp> end = {};
};

struct RecordWindow {
  Position from, to;
  Timestamp first, last;    ///< stamps of the records; `last` may be that of a mark
  bool reaches_end = true;  ///< no record follows the window
  bool begins_with_gap =
      false;  ///< in front of the first record of the window is a mark, or damage
};

/// The records of the span; the first of them is no mark.  kEmpty without such a record.
Result<RecordWindow> FindWindow(const Archive& archive, const TimeSpan& span);

}  // namespace fdr

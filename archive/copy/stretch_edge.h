// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether one stretch of records goes on where another ends, so that no mark has to be between
// them.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/record_window.h"
#include "fdr/archive/record/collector_record.h"

namespace fdr {

/// How far a mark that a copy adds is behind the record in front of it, as in loggers.
inline constexpr std::int64_t kMarkBehind = kNanosPerMillisecond;

/// What the first or the last records of a stretch say.
struct StretchEdge {
  Timestamp stamp;
  LabelRecord label;
  std::optional<double> interval = {};      ///< seconds to the next record inside
  std::optional<Collector> collector = {};  ///< as prologues and epilogues of PCP's recorder say
};

Result<StretchEdge> StartOf(const Archive& archive, const RecordWindow& window);
Result<StretchEdge> EndOf(const Archive& archive, const RecordWindow& window);

/// The end and the start are a recorder's epilogue and prologue, and it was connected to the same
/// collector: not to one with the number 0, which says nothing.  Or one process recorded both, and
/// the time between them is not longer than two of its intervals: they were cut from one recording.
bool GoesOn(const StretchEdge& end, const StretchEdge& start);

}  // namespace fdr

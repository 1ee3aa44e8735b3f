// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What archives that somebody else wrote hold, as a plain list.

#pragma once

#include <vector>

#include "fdr/replay/timeline/timeline.h"
#include "fdr/tests/support/random_archive.h"

namespace fdr::test {

struct RecordedHistory {
  RandomHistory history;         ///< metrics are named by their numbers
  std::vector<Timestamp> marks;  ///< those between two archives, and damage, as well
  bool is_plain = true;          ///< all could be read, and its order can be told
  bool has_misplaced = false;    ///< records whose stamps are out of order: damage, or sorted
  bool has_misfits = false;      ///< numbers that are not stored as their type demands
  bool begins_late = false;      ///< some records are from before the start in the label
};

/// All that happened to these metrics.  Records from before the start in the label are like any
/// others, or each of them is taken for a mark.
enum class BeforeStart { kCounts, kIsMark };
RecordedHistory ReadHistory(const Timeline& timeline, const std::vector<MetricId>& metrics,
                            BeforeStart before_start = BeforeStart::kCounts);

}  // namespace fdr::test

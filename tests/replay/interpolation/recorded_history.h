// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads archives that another program wrote into a plain list.

#pragma once

#include <vector>

#include "fdr/replay/timeline/timeline.h"
#include "fdr/tests/support/random_archive.h"

namespace fdr::test {

struct RecordedHistory {
  RandomHistory history;         ///< metrics are named by their numbers
  std::vector<Timestamp> marks;  ///< includes seams between archives, and damage
  bool is_plain = true;          ///< everything could be read and put in order
  bool has_misplaced = false;    ///< stamps were out of order: taken as damage, or sorted
  bool has_misfits = false;      ///< numbers that are not stored as their type demands
  bool begins_late = false;      ///< some records are from before the start in the label
};

/// Records from before the start in the label count like any others, or each counts as a mark.
enum class BeforeStart { kCounts, kIsMark };
/// All events of these metrics.
RecordedHistory ReadHistory(const Timeline& timeline, const std::vector<MetricId>& metrics,
                            BeforeStart before_start = BeforeStart::kCounts);

}  // namespace fdr::test

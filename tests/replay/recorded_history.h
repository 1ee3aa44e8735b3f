// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What archives that somebody else wrote hold, as a plain list.

#pragma once

#include <vector>

#include "fdr/replay/timeline.h"
#include "fdr/tests/support/random_archive.h"

namespace fdr::test {

struct RecordedHistory {
  RandomHistory history;         ///< metrics are named by their numbers
  std::vector<Timestamp> marks;  ///< those between two archives as well
  bool is_plain = true;          ///< all could be read, and no stamp goes back
};

/// All that happened to these metrics.
RecordedHistory ReadHistory(const Timeline& timeline, const std::vector<MetricId>& metrics);

}  // namespace fdr::test

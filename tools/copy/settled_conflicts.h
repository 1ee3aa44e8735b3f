// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// --conflict: what becomes of metrics that archives describe differently.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/replay/copy/conflicts/conflict_plan.h"

namespace fdr::tools {

struct SettledConflicts {
  ConflictPolicy policy = ConflictPolicy::kConvert;
  ConflictPlan plan;

  bool any() const { return !plan.settled().empty(); }
  /// Borrows this.
  MakeFront Front() const;
  /// "converted 2 metrics that the archives describe differently: a, b\n"
  std::string Line(bool dry_run) const;
};

/// Reads the metadata of all archives with records in the spans.  `option` is not "stop".  Metrics
/// that the new archive does not get are no conflicts.
Result<SettledConflicts> SettleConflicts(const std::string& option,
                                         const std::vector<ArchiveFiles>& inputs,
                                         const std::vector<TimeSpan>& spans,
                                         const ChosenMetrics& chosen, const OpenOptions& options);

}  // namespace fdr::tools

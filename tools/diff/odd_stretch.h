// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the stretch of an archive that differs most from the rest, if the user names no time.

#pragma once

#include "fdr/tools/diff/diff_windows.h"
#include "fdr/tools/summary/window_statistics.h"

namespace fdr::tools {

struct SearchReport {
  DamageReport& damage;
  bool quiet = false;  ///< no progress bar
  GoOnReading go_on = nullptr;
};

/// Processes come and go all the time: they say who did it, not when.
bool IsOfProcesses(const std::string& metric);

/// Searches a part of the archive.  Returns the stretch, and the time before it of the same length.
/// kNotFound if none stands out.
Result<DiffWindows> FindOddStretch(ArchiveContext& archive, Context& values,
                                   const std::vector<Column>& columns,
                                   const StatisticsWindow& searched, const SearchReport& report);

}  // namespace fdr::tools

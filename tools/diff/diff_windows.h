// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The two windows that `fdr diff` compares.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/statistics/series_statistics.h"
#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

struct DiffTimes {
  std::optional<std::string> at = {}, before = {};  ///< when windows begin
  std::optional<std::string> length = {};           ///< of these windows
  WindowOptions first = {};                         ///< or the first window, from -S to -T ...
  std::optional<std::string> begin = {}, end = {};  ///< ... and the second one, from -B to -E

  bool NameTheSecond() const { return at || begin || end; }
};

struct DiffWindows {
  StatisticsWindow before, after;
};

/// `before` and `after` may be the same archive.  The windows are cut to what their archives have.
/// kInvalidArgument for times that say too little or contradict each other; kNotFound if there is
/// no recording in a window.
Result<DiffWindows> ChooseWindows(const DiffTimes& times, ArchiveContext& before,
                                  ArchiveContext& after, const Zone& zone);

/// What an archive has of a window.  kNotFound if it has nothing.
Result<StatisticsWindow> CutToRecording(const StatisticsWindow& wanted, ArchiveContext& archive,
                                        const Zone& zone);
/// What -S and -T leave of an archive.
Result<StatisticsWindow> FirstWindow(const DiffTimes& times, ArchiveContext& archive,
                                     const Zone& zone);

}  // namespace fdr::tools

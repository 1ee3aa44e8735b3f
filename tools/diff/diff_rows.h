// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a comparison shows: the series that differ, those that lie furthest apart first.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "fdr/replay/statistics/series_difference.h"
#include "fdr/tools/diff/busier_processes.h"
#include "fdr/tools/diff/cpu_shares.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/summary/window_statistics.h"

namespace fdr::tools {

/// One of the two windows.
struct DiffSide {
  std::string archive;  ///< as the command line names it
  std::string host;
  StatisticsWindow window;
  const std::vector<Column>* columns = nullptr;
  const ColumnStatistics* statistics = nullptr;
};

/// Pointers are valid as long as the columns and their statistics.
struct DiffRow {
  const Column* column = nullptr;            ///< of the second window, if it has the series
  const SeriesStatistics* before = nullptr;  ///< null if there was no number
  const SeriesStatistics* after = nullptr;
  SeriesDifference difference;
  std::size_t others = 0;         ///< rows that are folded into this one: see fold_rows.h
  std::vector<std::string> same;  ///< series that went the same way
};

struct Diff {
  DiffSide before, after;
  bool is_searched = false;  ///< the windows were found, not asked for
  std::vector<DiffRow> rows;
  std::vector<BusierProcess> processes;
  std::vector<CpuShares> cpu;
  std::size_t series = 0;     ///< that were compared
  std::size_t different = 0;  ///< with a distance above 0
  std::vector<std::string> only_before,
      only_after;                       ///< metrics that the other window does not have
  std::vector<std::string> other_kind;  ///< metrics whose units do not fit
};

struct RowChoice {
  bool all_instances = false;  ///< nothing is folded
  std::uint64_t top = 0;       ///< the most rows; 0: all
};

/// Compares the series of the two sides, which `diff` must have.  Metrics match by their names, and
/// instances, too.
void ChooseRows(const RowChoice& choice, Diff& diff);

/// "x 98", "/ 12", "+37 %", "appeared", ...
std::string ChangeText(const SeriesDifference& difference);

struct DiffTableStyle {
  Zone zone;
  int width = 0;  ///< 0: as wide as it gets
  bool utf8 = true;
};
void AppendDiffTable(const Diff& diff, const DiffTableStyle& style, std::string& out);
/// One line for each row; `safe` as in MakeCsv().
void AppendDiffCsv(const Diff& diff, bool safe, std::string& out);
/// JSON lines: docs/diff-json.md.
void AppendDiffJson(const Diff& diff, const Zone& zone, std::string& out);

}  // namespace fdr::tools

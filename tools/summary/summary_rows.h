// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a summary shows: a row for each series that has numbers.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/summary/process_words.h"
#include "fdr/tools/summary/window_statistics.h"

namespace fdr::tools {

/// Both are valid as long as the columns and their statistics.
struct SummaryRow {
  const Column* column = nullptr;
  const SeriesStatistics* statistics = nullptr;
};

/// A process that some rows are about.
struct SummaryProcess {
  const Column* column = nullptr;
  ProcessWords words;
};

struct Summary {
  std::string host;
  StatisticsWindow window;
  std::uint64_t records = 0;
  std::uint32_t gaps = 0;
  std::vector<SummaryRow> rows;
  std::optional<std::uint64_t> processors;  ///< how many the machine had
  std::vector<SummaryProcess> processes;
  bool has_values = false;           ///< there are numbers, perhaps in no row
  std::size_t hidden_instances = 0;  ///< left out because of `top`
  std::size_t zero_series = 0;       ///< left out because they were always 0
  std::string more;                  ///< how to see what else there is; "" if this is all
};

/// With `top` above 0, only that number of instances of each metric: those that had most in the
/// whole window, such as CPU time, the largest first.  `summary.rows` and
/// `summary.hidden_instances` are set.
void ChooseRows(const std::vector<Column>& columns, const ColumnStatistics& statistics,
                std::optional<std::uint64_t> top, Summary& summary);

/// How a distribution is spread from its smallest to its largest value: the weight in equal parts.
inline constexpr std::size_t kSpreadParts = 8;
std::array<double, kSpreadParts> SpreadOf(const SeriesStatistics& statistics);

struct SummaryTableStyle {
  TimeStyle time;
  int width = 0;  ///< 0: as wide as it gets
  bool utf8 = true;
};
void AppendSummaryTable(const Summary& summary, const SummaryTableStyle& style, std::string& out);
/// One line for each row; `safe` as in MakeCsv().
void AppendSummaryCsv(const Summary& summary, const Zone& zone, bool safe, std::string& out);
/// JSON lines: docs/summary-json.md.
void AppendSummaryJson(const Summary& summary, const Zone& zone, std::string& out);

}  // namespace fdr::tools

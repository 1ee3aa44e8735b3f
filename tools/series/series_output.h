// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The output of time series, whatever their source: a table, CSV, JSON, or a chart.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

struct SeriesOutput {
  bool csv = false;
  bool csv_safe = false;  ///< CSV without formulas that a spreadsheet would run
  bool plot = false;
  bool ascii = false;         ///< no characters but ASCII in a chart
  int width = 0, height = 0;  ///< of a chart; 0: as the terminal
};

enum class SeriesForm { kTable, kCsv, kJson, kPlot };
SeriesForm FormOf(const SeriesOutput& output, bool json);

/// The most series that a form can usefully show.  Each series takes memory.
ColumnLimit LimitOf(SeriesForm form);

/// Borrows the columns.  `scrolls`: rows come one by one, so that a table needs its head again.
/// `joins_records`: as in PlotStyle.
std::unique_ptr<RowSink> MakeSink(SeriesForm form, const SeriesOutput& output,
                                  const std::vector<Column>& columns, const TimeStyle& time,
                                  const std::string& host, bool scrolls, bool joins_records);

/// The lines that a chart may take on a terminal of that height.
int ChartLines(int terminal_height);

/// A chart shows no texts: removes columns that cannot be drawn, and warns unless `quiet`; false if
/// no column is left.
bool KeepDrawable(std::vector<Column>& columns, bool quiet);

/// Writes the text of a sink to standard output; false (and a message) on failure.
[[nodiscard]] bool WriteRows(const RowSink& sink, std::string_view text);

/// Warns if the lines of a table do not fit on the terminal.
void WarnOfWidth(RowSink& sink);

}  // namespace fdr::tools

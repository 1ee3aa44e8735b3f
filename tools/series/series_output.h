// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The output of time series, whatever their source: a table, CSV, JSON, or a chart.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/reports/report_options.h"
#include "fdr/tools/series/fold.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

enum class ColorChoice { kAuto, kAlways, kNever };
/// Whether standard output gets colours.
bool WantsColor(ColorChoice choice);

struct SeriesOutput {
  bool csv = false;
  bool csv_safe = false;  ///< CSV without formulas that a spreadsheet would run
  bool plot = false;
  std::optional<ChartLook> look;  ///< of a chart or a picture
  std::optional<std::string> svg, png;
  std::optional<std::string> picture_size;
  bool ascii = false;         ///< no characters but ASCII in a chart
  int width = 0, height = 0;  ///< of a chart; 0: as the terminal
  ColorChoice color = ColorChoice::kAuto;
  // For a table:
  bool is_long = false;  ///< a line for each instance and time
  bool wide = false;     ///< all columns, even if they do not fit
  bool markdown = false;
  bool no_pager = false;
  std::optional<std::string> fold;  ///< a regular expression for instances
  std::uint64_t top = 0;            ///< the most instances; 0: all
  std::optional<std::string> by;    ///< the metric that `top` compares; default: TopOf()
  ReportOptions report;             ///< how the reports of a command want a table
};

/// What the rows are.
struct SeriesNature {
  Zone zone;
  TimeStyle time;         ///< of a chart
  std::int64_t step = 0;  ///< between rows, in nanoseconds; 0 if rows are not even
  std::string host;
  bool streams = false;        ///< rows come one by one
  bool joins_records = false;  ///< as in PlotStyle
};

/// The metrics of a command.  If --by names another one, that comes first.
std::vector<std::string> MetricsOf(const std::vector<std::string>& metrics,
                                   const SeriesOutput& output);

/// What --top means.  Without --by, it compares what a report ranks by, or else the first metric
/// with instances and numbers.
TopInstances TopOf(const SeriesOutput& output, const std::vector<Column>& columns);

enum class SeriesForm { kTable, kCsv, kJson, kPlot };
SeriesForm FormOf(const SeriesOutput& output, bool json);

/// The most series that a form can usefully show.  Each series takes memory.
ColumnLimit LimitOf(SeriesForm form);

/// The columns that are shown, and how they come from those that are fetched.  Fails if --fold or
/// --by do not fit the columns.
Result<Folding> ShownColumns(const SeriesOutput& output, std::vector<Column> columns);

/// Where the pictures of a chart of these columns go.  Fails if they cannot go there, or if there
/// are too many panels: before the time that it takes to read the values.
Result<PictureFiles> PicturesOf(SeriesForm form, const SeriesOutput& output,
                                const std::vector<Column>& columns);

/// A sink for rows of the fetched columns.  Borrows `shown`.  Ask before a pager starts: a pager is
/// no terminal.
std::unique_ptr<RowSink> MakeSink(SeriesForm form, const SeriesOutput& output, const Folding& shown,
                                  const SeriesNature& nature, const PictureFiles& files);

/// Whether a pager may show the rows, if standard output is a terminal.
bool WantsPager(SeriesForm form, const SeriesOutput& output, const SeriesNature& nature);

/// The lines that a chart may take on a terminal of that height.
int ChartLines(int terminal_height);

/// A chart shows no texts: removes columns that cannot be drawn, and warns unless `quiet`; false if
/// no column is left.
bool KeepDrawable(std::vector<Column>& columns, bool quiet);

/// Writes the text of a sink to standard output; false (and a message) on failure.
[[nodiscard]] bool WriteRows(const RowSink& sink, std::string_view text);

}  // namespace fdr::tools

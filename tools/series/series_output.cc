// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/series_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {

bool WriteRows(const RowSink& sink, std::string_view text) {
  return sink.Draws() ? DrawOutput(text) : WriteOutput(text);
}

constexpr int kHeadLines = 4;  // of a table, and the status line

SeriesForm FormOf(const SeriesOutput& output, bool json) {
  if (json) return SeriesForm::kJson;
  if (output.csv || output.csv_safe) return SeriesForm::kCsv;
  return output.plot ? SeriesForm::kPlot : SeriesForm::kTable;
}

ColumnLimit LimitOf(SeriesForm form) {
  switch (form) {
    case SeriesForm::kTable:
      return {"A table", 10'000};
    case SeriesForm::kPlot:
      return {"A chart", 1'000};
    case SeriesForm::kCsv:
    case SeriesForm::kJson:
      break;
  }
  return {"A line of CSV or JSON", 100'000};
}

// The last line of a terminal is for the status, or for the prompt.
int ChartLines(int terminal_height) { return terminal_height - 1; }

std::unique_ptr<RowSink> MakeSink(SeriesForm form, const SeriesOutput& output,
                                  const std::vector<Column>& columns, const TimeStyle& time,
                                  const std::string& host, bool scrolls, bool joins_records) {
  if (form == SeriesForm::kJson) return MakeJsonLines(columns, time.zone, host);
  if (form == SeriesForm::kCsv) return MakeCsv(columns, time.zone, output.csv_safe);
  const TerminalSize terminal = SizeOfTerminal(STDOUT_FILENO);
  if (form == SeriesForm::kTable) {
    const bool repeats_head = scrolls && ::isatty(STDOUT_FILENO) == 1;
    return MakeTable(columns, time, repeats_head ? std::max(terminal.height - kHeadLines, 1) : 0);
  }
  return MakePlot(columns,
                  {.time = time,
                   .width = output.width > 0 ? output.width : terminal.width,
                   .height = output.height > 0 ? output.height : ChartLines(terminal.height),
                   .utf8 = !output.ascii && LocaleIsUtf8(),
                   .color = WantsColor(STDOUT_FILENO),
                   .has_own_width = output.width > 0,
                   .has_own_height = output.height > 0,
                   .joins_records = joins_records});
}

// Lines that do not fit wrap: nothing is lost, but a wrapped table is hard to read.
void WarnOfWidth(RowSink& sink) {
  std::string head;
  sink.Begin(head);
  const int width = DisplayWidth(head.substr(0, head.find('\n')));
  const int terminal = SizeOfTerminal(STDOUT_FILENO).width;
  if (width > terminal)
    PrintError(
        fmt::format("warning: The table is {} characters wide, the terminal {}; try less -S, "
                    "--csv, or fewer metrics and instances",
                    width, terminal));
}

bool KeepDrawable(std::vector<Column>& columns, bool quiet) {
  const std::size_t dropped =
      std::erase_if(columns, [](const Column& column) { return !IsNumeric(column.desc.type); });
  if (columns.empty())
    PrintError("None of these metrics is numeric, so a chart cannot show them");
  else if (dropped > 0 && !quiet)
    PrintError(fmt::format("warning: {} of the series {} not drawn", dropped,
                           dropped == 1 ? "has no numbers, and is" : "have no numbers, and are"));
  return !columns.empty();
}

}  // namespace fdr::tools

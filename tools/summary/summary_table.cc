// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A summary as a table for people.

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/summary/series_text.h"
#include "fdr/tools/summary/summary_rows.h"
#include "fdr/tools/summary/table_layout.h"
#include "fdr/tools/text/bars.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

// One of the two widths of the course is shown.
const std::vector<TableColumn> kColumns = {
    {"unit", 0, true},  {"count", 1, false}, {"mean", 0, false},        {"min", 6, false},
    {"at", 2, false},   {"p50", 10, false},  {"p90", 4, false},         {"p99", 7, false},
    {"max", 0, false},  {"at", 8, false},    {"distribution", 5, true}, {"course", 3, true},
    {"course", 9, true}};
constexpr std::size_t kWideCourse = 32, kNarrowCourse = 8;
constexpr int kWideEnough = 140;

// The plural of "series" is the same word.
std::string Series(std::size_t n) { return fmt::format("{} series", n); }

std::string DistributionOf(const SeriesStatistics& statistics, bool utf8) {
  const auto parts = SpreadOf(statistics);
  const double most = *std::max_element(parts.begin(), parts.end());
  std::vector<std::optional<double>> heights;
  heights.reserve(parts.size());
  for (const double part : parts)
    heights.push_back(part > 0 && most > 0 ? std::optional(part / most) : std::nullopt);
  return Bars(heights, utf8);
}

std::vector<std::string> CellsOf(const SummaryRow& row, const SummaryTableStyle& style) {
  const SeriesStatistics& of = *row.statistics;
  const ReadableScale scale = ScaleOf(*row.column, of);
  const auto number = [&](double value) { return ShortNumber(value * scale.factor); };
  return {scale.unit,
          fmt::format("{}", of.count()),
          number(of.values().Mean()),
          number(of.min().value),
          ShortTime(of.min().stamp, style.time),
          number(of.values().Quantile(0.5)),
          number(of.values().Quantile(0.9)),
          number(of.values().Quantile(0.99)),
          number(of.max().value),
          ShortTime(of.max().stamp, style.time),
          DistributionOf(of, style.utf8),
          CourseOf(of, kWideCourse, style.utf8),
          CourseOf(of, kNarrowCourse, style.utf8)};
}

std::vector<TableRow> RowsOf(const Summary& summary, const SummaryTableStyle& style) {
  std::vector<TableRow> rows;
  const std::string* metric = nullptr;
  for (const SummaryRow& row : summary.rows) {
    const Column& column = *row.column;
    const std::string name = DisplayText(column.metric, style.utf8);
    if (column.id == kSingular) {
      rows.push_back({name, CellsOf(row, style)});
      continue;
    }
    if (metric == nullptr || *metric != column.metric) rows.push_back({name, {}});
    metric = &column.metric;
    rows.push_back({"  " + DisplayText(column.instance, style.utf8), CellsOf(row, style)});
  }
  return rows;
}

}  // namespace

void AppendSummaryTable(const Summary& summary, const SummaryTableStyle& style, std::string& out) {
  out += HeadLine(summary.host, summary.window, style.time.zone);
  out += fmt::format(", {}", Count(summary.records, "record"));
  if (summary.processors) out += ", " + Count(*summary.processors, "processor");
  if (summary.gaps > 0) out += fmt::format(", {}", Count(summary.gaps, "gap"));
  out += "\n\n";
  std::vector<TableColumn> columns = kColumns;
  std::vector<TableRow> rows = RowsOf(summary, style);
  const std::size_t unwanted =
      columns.size() - (style.width == 0 || style.width >= kWideEnough ? 1 : 2);
  columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(unwanted));
  for (TableRow& row : rows)
    if (!row.cells.empty())
      row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(unwanted));
  AppendTable("metric", columns, rows, style.width, style.utf8, out);
  if (!summary.processes.empty()) out += "\nThese processes were:\n";
  for (const SummaryProcess& process : summary.processes)
    out += ProcessLine(*process.column, process.words, style.width, style.utf8) + '\n';
  std::vector<std::string> notes;
  if (summary.zero_series > 0)
    notes.push_back(fmt::format("{} {} always 0, and not shown.", Series(summary.zero_series),
                                summary.zero_series == 1 ? "was" : "were"));
  if (summary.hidden_instances > 0)
    notes.push_back(fmt::format("{} with less {} not shown: --top 0 shows all.",
                                Count(summary.hidden_instances, "instance"),
                                summary.hidden_instances == 1 ? "is" : "are"));
  if (!summary.more.empty()) notes.push_back(summary.more);
  for (std::size_t i = 0; i < notes.size(); ++i) out += (i == 0 ? "\n" : "") + notes[i] + '\n';
}

}  // namespace fdr::tools

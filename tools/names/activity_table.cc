// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that changed, as a table for people.

#include <fmt/format.h>

#include "fdr/tools/names/metric_list.h"
#include "fdr/tools/summary/series_text.h"
#include "fdr/tools/summary/table_layout.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kCourse = 16;
constexpr int kShortestText = 20;

std::vector<std::string> CellsOf(const Activity& activity, const ListStyle& style) {
  const SeriesStatistics& of = *activity.statistics;
  const ReadableScale scale = ScaleOf(*activity.column, of);
  const auto number = [&](double value) { return ScaledText(value, scale); };
  return {fmt::format("{:.2f}", activity.change),
          number(of.values().Mean()),
          number(of.max().value),
          scale.unit,
          CourseOf(of, kCourse, style.utf8),
          DisplayText(activity.metric->one_line, style.utf8)};
}

}  // namespace

void AppendActivityTable(const std::vector<Activity>& found, const ListStyle& style,
                         const SearchWords* words, std::string& out) {
  const std::vector<TableColumn> columns = {{"change", 0, false}, {"mean", 2, false},
                                            {"max", 3, false},    {"unit", 3, true},
                                            {"course", 0, true},  {"what it is", 1, true}};
  std::vector<TableRow> rows;
  std::size_t names = 0;
  for (const Activity& activity : found) {
    rows.push_back({DisplayText(activity.column->Name(), style.utf8), CellsOf(activity, style)});
    names = std::max(names, rows.back().name.size());
  }
  // The text takes what the other columns leave.
  constexpr int kOthers = 60;
  const int width = static_cast<int>(style.width);
  const int room = std::max(width - kOthers - static_cast<int>(names), kShortestText);
  if (width > 0)
    for (TableRow& row : rows) row.cells.back() = CutEnd(row.cells.back(), room, style.utf8);
  std::string table;
  AppendTable("metric", columns, rows, width, style.utf8, table);
  const std::size_t head = table.find('\n') + 1;
  out += table.substr(0, head) + Marked(table.substr(head), words, style);
}

}  // namespace fdr::tools

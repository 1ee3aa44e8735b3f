// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A comparison as a table for people.

#include <fmt/format.h>

#include <algorithm>

#include "fdr/tools/diff/diff_rows.h"
#include "fdr/tools/summary/series_text.h"
#include "fdr/tools/summary/table_layout.h"
#include "fdr/tools/text/bars.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

const std::vector<TableColumn> kDiffColumns = {{"unit", 0, true},   {"before", 0, false},
                                               {"after", 0, false}, {"change", 0, false},
                                               {"apart", 1, false}, {"before   after", 2, true}};
constexpr std::size_t kDiffCourse = 8;
constexpr std::size_t kMostShownNames = 3;

void AddCourse(const SeriesStatistics* statistics, std::vector<std::optional<double>>& means) {
  constexpr std::size_t kStep = TimeCells::kCells / kDiffCourse;
  for (std::size_t i = 0; i < TimeCells::kCells; i += kStep)
    means.push_back(statistics ? statistics->cells().Mean(i, kStep) : std::nullopt);
}

// Both windows under one scale, with a blank between them.
std::string CoursesOf(const DiffRow& row, bool utf8) {
  std::vector<std::optional<double>> means;
  AddCourse(row.before, means);
  means.emplace_back();
  AddCourse(row.after, means);
  return Sparkline(means, utf8);
}

std::vector<std::string> CellsOf(const DiffRow& row, bool utf8) {
  const SeriesDifference& difference = row.difference;
  const double larger = std::max(std::fabs(difference.before), std::fabs(difference.after));
  const ReadableScale scale = ScaleOf(*row.column, larger);
  const auto number = [&](double value, bool is_there) {
    return is_there ? ShortNumber(value * scale.factor) : "-";
  };
  return {scale.unit,
          number(difference.before, row.before != nullptr),
          number(difference.after, row.after != nullptr),
          ChangeText(difference),
          fmt::format("{:.2f}", difference.distance),
          CoursesOf(row, utf8)};
}

// "= disk.dev.write_bytes[sda], ...": a line of its own.
void AddSame(const DiffRow& row, bool utf8, std::vector<TableRow>& rows) {
  if (row.same.empty()) return;
  std::string text = "    =";
  for (std::size_t i = 0; i < std::min(row.same.size(), kMostShownNames); ++i)
    text += (i == 0 ? " " : ", ") + DisplayText(row.same[i], utf8);
  if (row.same.size() > kMostShownNames)
    text += fmt::format(", and {} more", row.same.size() - kMostShownNames);
  rows.push_back({text, {}});
}

std::vector<TableRow> RowsOf(const Diff& diff, bool utf8) {
  std::vector<TableRow> rows;
  const std::string* metric = nullptr;
  for (const DiffRow& row : diff.rows) {
    const Column& column = *row.column;
    const std::string name = DisplayText(column.metric, utf8);
    if (column.id == kSingular) {
      metric = nullptr;
      rows.push_back({name, CellsOf(row, utf8)});
      AddSame(row, utf8, rows);
      continue;
    }
    if (metric == nullptr || *metric != column.metric)
      rows.push_back(
          {row.others == 0 ? name : fmt::format("{}  (and {} more)", name, row.others), {}});
    metric = &column.metric;
    rows.push_back({"  " + DisplayText(column.instance, utf8), CellsOf(row, utf8)});
    AddSame(row, utf8, rows);
  }
  return rows;
}

std::string Named(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

void AppendMetrics(const std::vector<std::string>& names, const char* one, const char* many,
                   bool utf8, std::string& out) {
  if (names.empty()) return;
  out += Named(names.size(), one, many) + ": ";
  for (std::size_t i = 0; i < std::min(names.size(), kMostShownNames); ++i)
    out += (i == 0 ? "" : ", ") + DisplayText(names[i], utf8);
  out += names.size() > kMostShownNames ? ", ...\n" : "\n";
}

void AppendProcesses(const Diff& diff, const DiffTableStyle& style, std::string& out) {
  if (diff.processes.empty()) return;
  out += "\nProcesses that use more:\n";
  for (const BusierProcess& process : diff.processes) {
    const ReadableScale scale = ScaleOf(*process.column, process.growth);
    out += fmt::format("  {:<6}  {:>6} {:<5} ", process.resource,
                       '+' + ShortNumber(process.growth * scale.factor), scale.unit);
    constexpr int kGrowthWidth = 23;
    const int room = style.width > 0 ? std::max(style.width - kGrowthWidth, 1) : 0;
    out += ProcessLine(*process.column, process.words, room, style.utf8) + '\n';
  }
}

void AppendCpuShares(const Diff& diff, bool utf8, std::string& out) {
  for (const CpuShares& shares : diff.cpu) {
    double largest = 0;
    std::size_t width = 22;  // of the names
    for (const CpuShare& share : shares.shares) {
      largest = std::max({largest, share.before, share.after});
      width = std::max(width, DisplayText(share.name, utf8).size());
    }
    const ReadableScale scale = ScaleOf(*shares.column, largest);
    out += fmt::format("\n{:<{}} {:>8} {:>8}  {}\n", fmt::format("CPU time by {}:", shares.by),
                       width + 2, "before", "after", scale.unit);
    for (const CpuShare& share : shares.shares)
      out += fmt::format("  {:<{}} {:>8.2f} {:>8.2f}\n", DisplayText(share.name, utf8), width,
                         share.before * scale.factor, share.after * scale.factor);
  }
}

std::size_t ShownSeries(const Diff& diff) {
  std::size_t shown = diff.rows.size();
  for (const DiffRow& row : diff.rows) shown += row.same.size();
  return shown;
}

void AppendNotes(const Diff& diff, bool utf8, std::string& out) {
  out += '\n';
  out += fmt::format("{} of {} series differ", diff.different, diff.series);
  const std::size_t shown = ShownSeries(diff);
  out += shown < diff.different ? "; --top 0 --instances shows all.\n" : ".\n";
  AppendMetrics(diff.only_before, "metric is recorded only before",
                "metrics are recorded only before", utf8, out);
  AppendMetrics(diff.only_after, "metric is recorded only after", "metrics are recorded only after",
                utf8, out);
  AppendMetrics(diff.other_kind, "metric has other units, and is not compared",
                "metrics have other units, and are not compared", utf8, out);
}

void AppendHead(const char* name, const DiffSide& side, const Zone& zone, std::string& out) {
  const StatisticsPass& pass = side.statistics->pass();
  out += fmt::format("{:<8}{}, {}", name, HeadLine(side.host, side.window, zone),
                     Count(pass.records(), "record"));
  if (pass.gaps() > 0) out += fmt::format(", {}", Count(pass.gaps(), "gap"));
  out += '\n';
}

}  // namespace

void AppendDiffTable(const Diff& diff, const DiffTableStyle& style, std::string& out) {
  if (diff.is_searched)
    out += "The stretch that differs most from the rest of the archive, and the time before it:\n";
  AppendHead("before:", diff.before, style.zone, out);
  AppendHead("after:", diff.after, style.zone, out);
  AppendProcesses(diff, style, out);
  AppendCpuShares(diff, style.utf8, out);
  if (!diff.rows.empty()) {
    out += '\n';
    AppendTable("metric", kDiffColumns, RowsOf(diff, style.utf8), style.width, style.utf8, out);
  }
  AppendNotes(diff, style.utf8, out);
}

}  // namespace fdr::tools

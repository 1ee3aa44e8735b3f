// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/comparison.h"

#include <algorithm>
#include <utility>

#include "fdr/tools/diff/living_members.h"
#include "fdr/tools/summary/default_metrics.h"
#include "fdr/tools/summary/process_words.h"

namespace fdr::tools {
namespace {

// A record between two windows of one archive belongs to the later one: an instance that appears
// with it was not there before.
StatisticsWindow UpTo(const StatisticsWindow& window, const StatisticsWindow& other) {
  if (window.end != other.start) return window;
  const Timestamp end = window.end;
  return {window.start, end.nsec > 0 ? Timestamp{end.sec, end.nsec - 1}
                                     : Timestamp{end.sec - 1, kNanosPerSecond - 1}};
}

tl::unexpected<Error> NoNumbers() {
  return Fail(Errc::kNotFound, "None of these metrics has numbers; fdr replay shows their values");
}

}  // namespace

Result<void> Comparison::ChooseMetrics(const std::vector<std::string>& metrics) {
  are_named_ = !metrics.empty();
  // A metric that one archive lacks may be in the other.
  for (const std::string& metric : metrics) {
    const Result<void> first = FindIn(sides_[0], metric);
    const Result<void> second = is_of_one() ? first : FindIn(sides_[1], metric);
    if (!first && !second) return Fail(first.error());
  }
  for (Side& side : sides_) {
    if (are_named_ || side.of.archive == nullptr) continue;
    Result<std::vector<std::string>> all = NumericMetrics(*side.of.values);
    if (!all) return Fail(all.error());
    side.metrics = std::move(*all);
  }
  if (sides_[0].metrics.empty() && sides_[1].metrics.empty()) return NoNumbers();
  return {};
}

Result<void> Comparison::FindIn(Side& side, const std::string& metric) {
  const auto columns = ColumnsOf(*side.of.values, {metric});
  if (!columns) return Fail(columns.error());
  if (!columns->empty()) side.metrics.push_back(metric);
  return {};
}

Result<std::vector<Column>> Comparison::ColumnsOf(Context& values,
                                                  const std::vector<std::string>& metrics) {
  auto columns = SelectColumns({values}, metrics, false, {"A comparison", most_});
  if (columns)
    std::erase_if(*columns, [](const Column& column) { return !IsNumeric(column.desc.type); });
  return columns;
}

Result<DiffWindows> Comparison::Search(const StatisticsWindow& searched) {
  Side& side = sides_[0];
  std::vector<std::string> calm = side.metrics;
  if (!are_named_) std::erase_if(calm, IsOfProcesses);
  const auto columns = ColumnsOf(*side.of.values, calm.empty() ? side.metrics : calm);
  if (!columns) return Fail(columns.error());
  if (columns->empty()) return NoNumbers();
  return FindOddStretch(*side.of.archive, *side.of.values, *columns, searched, report_);
}

// A member of a named metric is compared whenever it lived.
Result<void> Comparison::ChooseColumns(Side& side, std::vector<StatisticsWindow> windows) {
  LivingMembers living(*side.of.values, *side.of.archive, std::move(windows));
  auto columns = ColumnsOf(are_named_ ? *side.of.values : living, side.metrics);
  if (!columns) return Fail(columns.error());
  side.columns = std::move(*columns);
  return {};
}

std::unique_ptr<ColumnStatistics> Comparison::StatisticsOf(Side& side,
                                                           const StatisticsWindow& window) {
  return ReadStatistics(*side.of.archive, *side.of.values, side.columns, window, report_.damage,
                        report_.quiet, report_.go_on);
}

Result<Diff> Comparison::Read(const DiffWindows& windows, const RowChoice& choice) {
  const auto [before, after] = windows;
  const Result<void> first =
      is_of_one() ? ChooseColumns(sides_[0], {before, after}) : ChooseColumns(sides_[0], {before});
  if (!first) return Fail(first.error());
  if (!is_of_one())
    if (const Result<void> chosen = ChooseColumns(sides_[1], {after}); !chosen)
      return Fail(chosen.error());
  if (sides_[0].columns.empty() && later().columns.empty()) return NoNumbers();
  before_ = StatisticsOf(sides_[0], is_of_one() ? UpTo(before, after) : before);
  after_ = StatisticsOf(later(), is_of_one() ? UpTo(after, before) : after);
  const auto side_of = [](const Side& side, const StatisticsWindow& window,
                          const ColumnStatistics& statistics) {
    return DiffSide{side.of.name, side.of.archive->HostName(), window, &side.columns, &statistics};
  };
  Diff diff;
  diff.before = side_of(sides_[0], before, *before_);
  diff.after = side_of(later(), after, *after_);
  ChooseRows(choice, diff);
  ProcessReader processes(*later().of.values);
  for (BusierProcess& process : diff.processes)
    process.words = processes.Read(process.column->id, process.when);
  return diff;
}

}  // namespace fdr::tools

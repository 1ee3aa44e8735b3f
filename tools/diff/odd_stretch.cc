// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/odd_stretch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "fdr/replay/statistics/doubling_scale.h"
#include "fdr/replay/statistics/little_amount.h"
#include "fdr/replay/statistics/odd_cells.h"

namespace fdr::tools {
namespace {

// A stretch of fewer cells is looked at again, closer.
constexpr std::size_t kCloseEnough = 3;
// Cells on both sides that the closer look includes.
constexpr std::size_t kMargin = 7;
constexpr int kMostLooks = 5;
// A closer look needs some records in each cell.
constexpr std::uint64_t kRecordsOfCell = 2;
// A shorter stretch may lie between two samples.
constexpr double kLeastIntervals = 2;
// A cell says nothing about a metric that was recorded in a smaller part of it.
constexpr double kLeastRecorded = 0.75;

std::vector<Column> WithoutProcesses(const std::vector<Column>& columns) {
  std::vector<Column> rest;
  std::ranges::copy_if(columns, std::back_inserter(rest),
                       [](const Column& column) { return !IsOfProcesses(column.metric); });
  return rest.empty() ? columns : rest;
}

std::array<double, OddCells::kCells> PlacesOf(const Column& column,
                                              const SeriesStatistics& statistics,
                                              const TimeCells& recorded) {
  const double largest =
      std::max(std::fabs(statistics.min().value), std::fabs(statistics.max().value));
  const DoublingScale scale(std::max(LittleOf(column.desc, column.is_rate), largest * kLittlePart));
  std::array<double, OddCells::kCells> places = {};
  // A metric that was recorded without an amount had none of it.
  const double unknown = scale.PlaceOf(statistics.values().Mean());
  const double missing = IsAmount(column.desc) ? 0 : unknown;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::optional<double> mean = statistics.cells().Mean(i, 1);
    const bool is_known = recorded.Part(i) >= kLeastRecorded;
    places[i] = !is_known ? unknown : mean ? scale.PlaceOf(*mean) : missing;
  }
  return places;
}

bool IsTold(const Column& column) { return column.desc.semantics == Semantics::kDiscrete; }

// The distance of samples as most metrics have it; nothing if none was sampled.  What is recorded
// at the start and at the end only, such as the name of the recorder, is no sample.
std::optional<double> UsualInterval(const std::vector<Column>& columns,
                                    const ColumnStatistics& statistics) {
  constexpr std::uint64_t kSamples = 3;
  std::map<std::string_view, double> by_metric;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!IsTold(columns[i]) && statistics.SamplesOf(i) >= kSamples)
      by_metric.emplace(columns[i].metric, statistics.SecondsBetweenSamples(i));
  if (by_metric.empty()) return std::nullopt;
  std::vector<double> intervals;
  for (const auto& [metric, interval] : by_metric) intervals.push_back(interval);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::ranges::nth_element(intervals, middle);
  return *middle;
}

std::optional<OddCells::Range> Search(const std::vector<Column>& columns,
                                      const ColumnStatistics& statistics) {
  const std::optional<double> interval = UsualInterval(columns, statistics);
  const double cell = statistics.window().seconds() / OddCells::kCells;
  if (!interval || !(cell > 0)) return std::nullopt;
  const double shortest = std::ceil(kLeastIntervals * *interval / cell);
  if (shortest > OddCells::kCells) return std::nullopt;
  OddCells odd;
  std::map<std::string_view, std::size_t> metrics;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const SeriesStatistics* const of = statistics.Of(i);
    if (of == nullptr || of->min().value == of->max().value) continue;
    const std::size_t metric = metrics.emplace(columns[i].metric, metrics.size()).first->second;
    // A recorded value holds until the next one.
    const std::uint64_t samples = IsTold(columns[i]) ? OddCells::kCells : statistics.SamplesOf(i);
    odd.Add(metric, PlacesOf(columns[i], *of, statistics.RecordedOf(i)), samples);
  }
  return odd.Find(std::max(static_cast<std::size_t>(shortest), std::size_t{1}));
}

Timestamp TimeOf(const StatisticsWindow& window, std::size_t cell) {
  return window.At(static_cast<double>(cell) / OddCells::kCells);
}

StatisticsWindow Around(const StatisticsWindow& window, const OddCells::Range& range) {
  const std::size_t first = range.first > kMargin ? range.first - kMargin : 0;
  return {TimeOf(window, first), TimeOf(window, std::min(range.end + kMargin, OddCells::kCells))};
}

}  // namespace

bool IsOfProcesses(const std::string& metric) {
  return metric.starts_with("proc.") || metric.starts_with("hotproc.");
}

Result<DiffWindows> FindOddStretch(ArchiveContext& archive, Context& values,
                                   const std::vector<Column>& columns,
                                   const StatisticsWindow& searched, const SearchReport& report) {
  const std::vector<Column> calm = WithoutProcesses(columns);
  StatisticsWindow window = searched;
  std::optional<StatisticsWindow> stretch;
  for (int look = 0; look < kMostLooks; ++look) {
    const auto statistics =
        ReadStatistics(archive, values, calm, window, report.damage, report.quiet, report.go_on);
    const auto range = Search(calm, *statistics);
    if (!range) break;
    // OddCells finds no stretch that begins with the window.  But cells may be shorter than a
    // nanosecond.
    const StatisticsWindow found{TimeOf(window, range->first), TimeOf(window, range->end)};
    if (found.start <= searched.start || found.end <= found.start) break;
    stretch = found;
    const StatisticsWindow closer = Around(window, *range);
    const double part = closer.seconds() / window.seconds();
    const double records = static_cast<double>(statistics->pass().records()) * part;
    if (range->size() >= kCloseEnough || records < kRecordsOfCell * OddCells::kCells) break;
    window = closer;
  }
  if (!stretch)
    return Fail(Errc::kNotFound,
                "No stretch of the archive differs from the rest; two times are compared by --at "
                "03:55 --before 03:50");
  return DiffWindows{{std::max(searched.start, stretch->At(-1)), stretch->start}, *stretch};
}

}  // namespace fdr::tools

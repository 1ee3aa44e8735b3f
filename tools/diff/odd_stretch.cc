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

// Processes come and go all the time: they say who did it, not when.
std::vector<Column> WithoutProcesses(const std::vector<Column>& columns) {
  std::vector<Column> rest;
  std::ranges::copy_if(columns, std::back_inserter(rest), [](const Column& column) {
    return !column.metric.starts_with("proc.") && !column.metric.starts_with("hotproc.");
  });
  return rest.empty() ? columns : rest;
}

std::array<double, OddCells::kCells> PlacesOf(const Column& column,
                                              const SeriesStatistics& statistics) {
  const double largest =
      std::max(std::fabs(statistics.min().value), std::fabs(statistics.max().value));
  const DoublingScale scale(std::max(LittleOf(column.desc, column.is_rate), largest * kLittlePart));
  std::array<double, OddCells::kCells> places = {};
  // A cell without values is no evidence, unless there was nothing of an amount.
  const double missing = IsAmount(column.desc) ? 0 : scale.PlaceOf(statistics.values().Mean());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::optional<double> mean = statistics.cells().Mean(i, 1);
    places[i] = mean ? scale.PlaceOf(*mean) : missing;
  }
  return places;
}

std::optional<OddCells::Range> Search(const std::vector<Column>& columns,
                                      const ColumnStatistics& statistics) {
  OddCells odd;
  std::map<std::string_view, std::size_t> metrics;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const SeriesStatistics* const of = statistics.Of(i);
    if (of == nullptr || of->min().value == of->max().value) continue;
    const std::size_t metric = metrics.emplace(columns[i].metric, metrics.size()).first->second;
    odd.Add(metric, PlacesOf(columns[i], *of));
  }
  return odd.Find();
}

Timestamp TimeOf(const StatisticsWindow& window, std::size_t cell) {
  return window.At(static_cast<double>(cell) / OddCells::kCells);
}

StatisticsWindow Around(const StatisticsWindow& window, const OddCells::Range& range) {
  const std::size_t first = range.first > kMargin ? range.first - kMargin : 0;
  return {TimeOf(window, first), TimeOf(window, std::min(range.end + kMargin, OddCells::kCells))};
}

}  // namespace

Result<DiffWindows> FindOddStretch(const ArchiveValues& source, const std::vector<Column>& columns,
                                   const StatisticsWindow& searched, const SearchReport& report) {
  const std::vector<Column> calm = WithoutProcesses(columns);
  StatisticsWindow window = searched;
  std::optional<StatisticsWindow> stretch;
  for (int look = 0; look < kMostLooks; ++look) {
    const auto statistics =
        ReadStatistics(*source.archive, *source.values, calm, window, report.damage, report.quiet);
    const auto range = Search(calm, *statistics);
    if (!range) break;
    stretch = {TimeOf(window, range->first), TimeOf(window, range->end)};
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

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/window_statistics.h"

#include <map>
#include <optional>

#include "fdr/tools/dump/time_progress.h"
#include "fdr/tools/run/interrupt.h"

namespace fdr::tools {
namespace {

class WindowReader {
 public:
  WindowReader(ArchiveContext& archive, Context& values, ColumnStatistics& statistics,
               DamageReport& damage, bool quiet, const GoOnReading& go_on)
      : archive_(archive),
        values_(values),
        pass_(statistics.pass()),
        window_(statistics.window()),
        damage_(damage),
        go_on_(go_on ? go_on : [] { return !Interrupted(); }),
        progress_("reading", window_.start, window_.end, quiet) {}

  void Read() {
    if (window_.start > archive_.label().start) TakeAt(window_.start);
    last_ = window_.start;
    static_cast<void>(values_.SetMode(Mode::kForward, window_.start));
    while (go_on_() && TakeNext()) {
    }
    const std::optional<Timestamp> gap_start = archive_.GapStart();
    const bool ends_in_gap = gap_start && *gap_start < window_.end;
    if (ends_in_gap) pass_.BreakAt(*gap_start);
    if (const Result<Timestamp> end = archive_.EndTime(); end && window_.end < *end) {
      const Result<bool> gap = archive_.HasGapBetween(last_, window_.end);
      if (!ends_in_gap && gap && *gap) pass_.Break();
      TakeAt(window_.end);
    }
    pass_.Finish();
  }

 private:
  // The values at an end of the window, which lies between records.
  void TakeAt(Timestamp t) {
    static_cast<void>(values_.SetMode(Mode::kInterpolated, t, 0));
    const Result<bool> fetched = values_.Fetch(pass_.metrics(), result_);
    if (fetched && *fetched) pass_.TakeInterpolated(result_);
    if (!fetched) damage_.Add(ProblemOf(fetched.error()));
  }

  // The next record; false at the end of the window.
  bool TakeNext() {
    const Result<bool> fetched = values_.Fetch(pass_.metrics(), result_);
    if (!fetched) {
      damage_.Add(ProblemOf(fetched.error()));
      pass_.Break();
    }
    if (!fetched || !*fetched || result_.stamp() > window_.end) return false;
    pass_.Take(result_);
    last_ = result_.stamp();
    progress_.Update(last_);
    return true;
  }

  ArchiveContext& archive_;
  Context& values_;
  StatisticsPass& pass_;
  const StatisticsWindow window_;
  DamageReport& damage_;
  const GoOnReading go_on_;
  TimeProgress progress_;
  FetchResult result_;
  Timestamp last_;
};

}  // namespace

ColumnStatistics::ColumnStatistics(const std::vector<Column>& columns,
                                   const StatisticsWindow& window)
    : window_(window), pass_(Choices(columns, series_), window) {}

std::vector<SeriesChoice> ColumnStatistics::Choices(const std::vector<Column>& columns,
                                                    std::vector<std::size_t>& series) {
  std::map<std::pair<MetricId, InstanceId>, std::size_t> places;
  std::vector<SeriesChoice> choices;
  for (const Column& column : columns) {
    const auto [place, is_new] = places.try_emplace({column.desc.id, column.id}, choices.size());
    series.push_back(place->second);
    if (is_new)
      choices.push_back({.metric = column.desc.id,
                         .instance = column.id,
                         .rules = {.type = column.desc.type,
                                   .semantics = column.desc.semantics,
                                   .is_rate = column.is_rate,
                                   .scale = column.scale}});
  }
  return choices;
}

std::unique_ptr<ColumnStatistics> ReadStatistics(ArchiveContext& archive, Context& values,
                                                 const std::vector<Column>& columns,
                                                 const StatisticsWindow& window,
                                                 DamageReport& damage, bool quiet,
                                                 const GoOnReading& go_on) {
  auto statistics = std::make_unique<ColumnStatistics>(columns, window);
  WindowReader(archive, values, *statistics, damage, quiet, go_on).Read();
  return statistics;
}

}  // namespace fdr::tools

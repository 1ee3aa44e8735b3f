// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/metric_chart.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "fdr/replay/copy/thin/true_extremes.h"
#include "fdr/replay/serve/viewer/buckets/window_buckets.h"
#include "fdr/replay/units/rate_units.h"
#include "fdr/tools/chart/chart.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostCourses = 1'000;   // of instances
constexpr std::size_t kMostCourseLines = 12;  // more are a heat map
constexpr std::size_t kMostBandBytes = std::size_t{256} << 20;

// The extremes of all instances in each column of the chart.
struct ExtremeColumns {
  Result<void> Read(ArchiveContext& archive, std::span<const ColumnKey> keys, const TimeGrid& grid,
                    const std::function<bool()>& keep_going);
  /// One for each column; nothing for an instance without any.
  std::span<const ValueSums> Of(std::size_t key, InstanceId instance) const;

  std::optional<WindowBuckets> window = {};
};

// The walk has a context of its own: values are fetched meanwhile.
Result<void> ExtremeColumns::Read(ArchiveContext& archive, std::span<const ColumnKey> keys,
                                  const TimeGrid& grid, const std::function<bool()>& keep_going) {
  std::unique_ptr<ArchiveContext> records = archive.Duplicate();
  window.emplace(*records, keys, grid, kMostBandBytes);
  const Result<void> read = window->Read(*records, [&]() -> Result<void> {
    if (keep_going()) return {};
    return Fail(Errc::kCancelled, "The chart has no extremes yet");
  });
  records.reset();
  archive.OutlivesDuplicates();
  return read;
}

std::span<const ValueSums> ExtremeColumns::Of(std::size_t key, InstanceId instance) const {
  const auto instances = window->instances(key);
  const auto found = std::ranges::find(instances, instance);
  if (found == instances.end()) return {};
  return window->Of(key, static_cast<std::size_t>(found - instances.begin())).buckets();
}

// Shares of time become the growth of a counter of time in a second.
double FactorOfExtremes(const WatchedMetric& metric) {
  return metric.IsCounter() ? 1 / RateScale(metric.desc.units).value_or(1) : 1;
}

}  // namespace

Result<void> MetricChart::Read(Context& context, ArchiveContext& archive,
                               const WatchedMetric& metric, std::optional<InstanceId> instance,
                               Timestamp start, Timestamp end, int width,
                               const std::function<bool()>& keep_going) {
  const Shown wanted{metric.name, instance, start, end, width};
  if (shown_ == wanted) return {};
  shown_ = wanted;
  panel_ = {metric.name, "", PanelKind::kLines, {}};
  times_.clear();
  places_.clear();
  names_.clear();
  if (auto instances = context.Instances(metric.desc.indom))
    for (NamedInstance& one : *instances) names_.emplace(one.id, std::move(one.name));
  if (const Result<void> read = ReadColumns(context, metric); !read) return read;
  const Result<void> bands = ReadBands(archive, metric, keep_going);
  Scale(metric);
  if (bands || bands.error().code != Errc::kCancelled) return bands;
  shown_.reset();  // the next picture may have them
  return {};
}

Result<void> MetricChart::ReadColumns(Context& context, const WatchedMetric& metric) {
  const double step = SecondsBetween(shown_->start, shown_->end) / std::max(shown_->width, 1);
  const auto at = [&](int column) { return PlusSeconds(shown_->start, column * step); };
  for (int i = 0; i < shown_->width; ++i) {
    const Moment moment{at(i), at(i + 1), false};
    const auto values = WatchedValues::Read(context, std::span(&metric, 1), moment);
    if (!values) return Fail(values.error());
    times_.push_back(moment.now);
    AddColumn(*values, metric);
  }
  for (ChartSeries& series : panel_.series) series.values.resize(times_.size());
  if (panel_.series.size() > kMostCourseLines) panel_.kind = PanelKind::kHeat;
  return {};
}

// A band is around the line.  Without one of the two edges, the line is that edge.
Result<void> MetricChart::ReadBands(ArchiveContext& archive, const WatchedMetric& metric,
                                    const std::function<bool()>& keep_going) {
  const bool has_room =
      shown_->start < shown_->end && !times_.empty() && times_.size() <= TimeGrid::kMostBuckets;
  if (!has_room || panel_.kind == PanelKind::kHeat) return {};
  const TimeGrid grid(NanosOf(shown_->start), NanosOf(shown_->end),
                      static_cast<std::uint32_t>(times_.size()));
  const ShownMetric shown{metric.name, metric.desc, metric.IsCounter()};
  const TrueExtremes extremes = FindExtremes(archive, std::span(&shown, 1)).front();
  std::vector<ColumnKey> keys;
  for (const auto& extreme : {extremes.min, extremes.max})
    if (extreme) keys.push_back({.metric = extreme->desc.id, .extreme_of = metric.desc.id});
  if (keys.empty()) return {};
  ExtremeColumns columns;
  if (const auto read = columns.Read(archive, keys, grid, keep_going); !read) return read;
  const double factor = FactorOfExtremes(metric);
  for (const auto& [instance, place] : places_) {
    ChartSeries& series = panel_.series[place];
    series.low = series.high = series.values;
    for (std::size_t key = 0; key < keys.size(); ++key) {
      const bool is_upper = key == 1 || !extremes.min;
      auto& edge = is_upper ? series.high : series.low;
      const std::span<const ValueSums> buckets = columns.Of(key, instance);
      for (std::size_t i = 0; i < buckets.size(); ++i)
        if (buckets[i].count > 0) edge[i] = (is_upper ? buckets[i].max : buckets[i].min) * factor;
    }
  }
  return {};
}

void MetricChart::AddColumn(const WatchedValues& values, const WatchedMetric& metric) {
  for (const InstanceId instance : values.Instances(0)) {
    if (shown_->instance && instance != *shown_->instance) continue;
    const std::optional<double> number = NumberOf(values.Value(0, instance));
    if (!number || (panel_.series.size() >= kMostCourses && !places_.contains(instance))) continue;
    const auto [place, is_new] = places_.try_emplace(instance, panel_.series.size());
    if (is_new) {
      const auto name = names_.find(instance);
      std::string text = name != names_.end() ? name->second : std::to_string(instance);
      if (metric.desc.indom.IsNull()) text = metric.name;
      panel_.series.push_back({std::move(text), {}, metric.desc.semantics == Semantics::kDiscrete});
    }
    auto& course = panel_.series[place->second].values;
    course.resize(times_.size());
    course.back() = number;
  }
}

// All series have the unit that suits the largest value.
void MetricChart::Scale(const WatchedMetric& metric) {
  double largest = 0;
  for (const ChartSeries& series : panel_.series)
    for (const auto* values : {&series.values, &series.low, &series.high})
      for (const auto& value : *values)
        if (value && std::isfinite(*value)) largest = std::max(largest, std::fabs(*value));
  const ReadableScale scale = ScaleFor({metric.desc.units, metric.IsCounter(), false}, largest);
  panel_.unit = scale.unit;
  for (ChartSeries& series : panel_.series)
    for (auto* values : {&series.values, &series.low, &series.high})
      for (auto& value : *values)
        if (value) *value *= scale.factor;
}

void MetricChart::Draw(Frame& frame, int first_line, int lines, Timestamp now,
                       const Zone& zone) const {
  if (times_.empty()) return;
  const bool dates = !OnSameDay(times_.front(), times_.back(), zone);
  const ChartTimes times{times_, [&](Timestamp t) { return ClockText(t, zone, dates); }, now};
  const std::string chart =
      DrawChart(std::span(&panel_, 1), times,
                {.width = frame.width(), .height = lines, .utf8 = frame.utf8()});
  int line = first_line;
  for (std::string_view rest = chart; !rest.empty() && line < first_line + lines; ++line) {
    const std::size_t end = rest.find('\n');
    frame.Put(line, 0, rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/metric_chart.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/text/readable_scale.h"
#include "fdr/tools/view/view_time.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostCourses = 1'000;   // of instances
constexpr std::size_t kMostCourseLines = 12;  // more are a heat map

}  // namespace

Result<void> MetricChart::Read(Context& context, const WatchedMetric& metric,
                               std::optional<InstanceId> instance, Timestamp start, Timestamp end,
                               int width) {
  const Shown wanted{metric.name, instance, start, end, width};
  if (shown_ == wanted) return {};
  shown_ = wanted;
  panel_ = {metric.name, "", PanelKind::kLines, {}};
  times_.clear();
  places_.clear();
  names_.clear();
  if (auto instances = context.Instances(metric.desc.indom))
    for (NamedInstance& one : *instances) names_.emplace(one.id, std::move(one.name));
  const double step = SecondsBetween(start, end) / std::max(width, 1);
  const auto at = [&](int column) { return PlusSeconds(start, column * step); };
  for (int i = 0; i < width; ++i) {
    const Moment moment{at(i), at(i + 1), false};
    const auto values = WatchedValues::Read(context, std::span(&metric, 1), moment);
    if (!values) return Fail(values.error());
    times_.push_back(moment.now);
    AddColumn(*values, metric);
  }
  for (ChartSeries& series : panel_.series) series.values.resize(times_.size());
  Scale(metric);
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
    for (const auto& value : series.values)
      if (value && std::isfinite(*value)) largest = std::max(largest, std::fabs(*value));
  const ReadableScale scale = ScaleFor({metric.desc.units, metric.IsCounter(), false}, largest);
  panel_.unit = scale.unit;
  for (ChartSeries& series : panel_.series)
    for (auto& value : series.values)
      if (value) *value *= scale.factor;
  if (panel_.series.size() > kMostCourseLines) panel_.kind = PanelKind::kHeat;
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

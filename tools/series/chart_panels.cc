// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/chart_panels.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "fdr/tools/series/column_scales.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostLines = 12;  // of one metric; more cannot be told apart

PanelKind PanelKindOf(const std::optional<ChartLook>& look, bool has_many) {
  if (!look) return has_many ? PanelKind::kHeat : PanelKind::kLines;
  switch (*look) {
    case ChartLook::kBar:
      return PanelKind::kBars;
    case ChartLook::kArea:
      return PanelKind::kAreas;
    case ChartLook::kHeat:
      return PanelKind::kHeat;
    case ChartLook::kLine:
    case ChartLook::kStep:
      break;
  }
  return PanelKind::kLines;
}

}  // namespace

// Amounts of memory, and times, have one unit each, whatever the units of their metrics.
ChartPanels::DrawnUnits ChartPanels::UnitsOf(const Column& column) {
  DrawnUnits drawn{QuantityOf(column), 1, false, ""};
  Units& units = drawn.quantity.units;
  drawn.quantity.is_whole = false;
  if (units.dim_space == 1 && units.dim_count == 0 && units.dim_time <= 0) {
    drawn.factor = std::pow(1024.0, units.scale_space);
    units.scale_space = 0;
    drawn.scales = true;
  } else if (units.dim_time == 1 && units.dim_space == 0 && units.dim_count == 0 &&
             !drawn.quantity.per_second && units.scale_time <= kHourScale) {
    drawn.factor = SecondsOf(units.scale_time);
    units.scale_time = kSecondScale;
    drawn.scales = true;
  }
  const ReadableScale recorded = RecordedScale(drawn.quantity);
  drawn.unit = recorded.unit;
  if (!drawn.scales) drawn.factor = recorded.factor;
  return drawn;
}

ChartPanels::ChartPanels(const std::vector<Column>& columns, std::optional<ChartLook> look)
    : columns_(columns), bands_(columns.size()) {
  std::map<std::string, std::size_t> instances;
  for (const Column& column : columns) ++instances[column.metric];
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::optional<ColumnEdge>& edge = columns[i].edge;
    units_.push_back(edge ? units_[edge->of] : UnitsOf(columns[i]));
    steps_.push_back(look ? *look == ChartLook::kStep
                          : columns[i].desc.semantics == Semantics::kDiscrete);
    if (edge) {
      (edge->is_upper ? bands_[edge->of].high : bands_[edge->of].low) = i;
      continue;
    }
    const std::size_t of_metric = instances[columns[i].metric];
    const PanelKind kind = PanelKindOf(look, of_metric > kMostLines);
    // The instances of a metric are rows of one heat map, which shows nothing else.
    std::string key = units_[i].unit;
    if (kind == PanelKind::kHeat) key += '\n' + (of_metric > 1 ? columns[i].metric : "");
    const auto [place, is_new] = places.try_emplace(key, groups_.size());
    if (is_new) groups_.push_back({std::move(key), kind, {}});
    groups_[place->second].columns.push_back(i);
  }
}

std::vector<ChartPanel> ChartPanels::Fill(const ChartSamples& samples, bool joins) const {
  std::vector<ChartPanel> panels;
  for (const Group& group : groups_) panels.push_back(PanelOf(group, samples, joins));
  return panels;
}

std::string ChartPanels::SeriesName(const Column& column, bool one_metric) const {
  return one_metric && !column.instance.empty() ? column.instance : column.Name();
}

ChartSeries ChartPanels::SeriesOf(std::size_t column, PanelKind kind, const ChartSamples& samples,
                                  bool joins) const {
  const auto values_of = [&](std::size_t place) {
    const auto joint = steps_[place] ? ChartSamples::Joint::kStep : ChartSamples::Joint::kLine;
    return joins ? samples.Joined(place, joint) : samples.values(place);
  };
  ChartSeries series{"", values_of(column), steps_[column]};
  const BandColumns& band = bands_[column];
  if (kind != PanelKind::kLines || (!band.low && !band.high)) return series;
  series.low = band.low ? values_of(*band.low) : series.values;
  series.high = band.high ? values_of(*band.high) : series.values;
  return series;
}

ChartPanel ChartPanels::PanelOf(const Group& group, const ChartSamples& samples, bool joins) const {
  const std::string& metric = columns_[group.columns.front()].metric;
  const bool one_metric =
      std::all_of(group.columns.begin(), group.columns.end(),
                  [&](std::size_t column) { return columns_[column].metric == metric; });
  ChartPanel panel{one_metric ? metric : "", "", group.kind, {}};
  double largest = 0;
  for (const std::size_t column : group.columns) {
    ChartSeries& series = panel.series.emplace_back(SeriesOf(column, group.kind, samples, joins));
    series.name = SeriesName(columns_[column], one_metric);
    for (const auto* values : {&series.values, &series.low, &series.high})
      for (const auto& value : *values)
        if (value && std::isfinite(*value)) largest = std::max(largest, std::fabs(*value));
  }
  const DrawnUnits& units = units_[group.columns.front()];
  ReadableScale scale{1, units.unit};
  if (units.scales) scale = ScaleFor(units.quantity, largest);
  panel.unit = scale.unit;
  for (ChartSeries& series : panel.series)
    for (auto* values : {&series.values, &series.low, &series.high})
      for (auto& value : *values)
        if (value) *value *= scale.factor;
  return panel;
}

}  // namespace fdr::tools

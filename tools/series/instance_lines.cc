// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/instance_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace fdr::tools {
namespace {

bool IsSingular(const Column& column) { return column.desc.indom.IsNull(); }

// A folded instance has only a name.
auto KeyOf(const Column& column) {
  return std::tuple(column.desc.indom.value, column.id, column.instance);
}

// What lines are compared by.  NaN is no value: no number is more or less.
std::optional<double> ValueOf(const std::map<std::size_t, std::size_t>& places, std::size_t metric,
                              const Row& row) {
  const auto place = places.find(metric);
  if (place == places.end()) return std::nullopt;
  const std::optional<double> value = NumberOf(row.cells[place->second]);
  return value && !std::isnan(*value) ? value : std::nullopt;
}

}  // namespace

InstanceLines::InstanceLines(const std::vector<Column>& columns) : columns_(columns) {
  std::map<std::string, std::size_t> numbers;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (numbers.try_emplace(columns[i].metric, metrics_.size()).second) metrics_.push_back(i);
  std::map<decltype(KeyOf(columns[0])), std::size_t> places;
  for (const bool singular : {true, false}) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (IsSingular(columns[i]) != singular) continue;
      const auto [place, is_new] = places.try_emplace(KeyOf(columns[i]), lines_.size());
      if (is_new) lines_.push_back({columns[i].instance, {}});
      lines_[place->second].places[numbers[columns[i].metric]] = i;
      has_instances_ |= !singular;
    }
  }
}

std::vector<std::size_t> InstanceLines::Shown(const Row& row) const {
  std::vector<std::size_t> shown;
  for (std::size_t line = 0; line < lines_.size(); ++line)
    if (std::any_of(lines_[line].places.begin(), lines_[line].places.end(),
                    [&](const auto& place) { return row.cells[place.second].index() != 0; }))
      shown.push_back(line);
  return shown;
}

std::optional<std::size_t> InstanceLines::MetricNumber(const std::string& name) const {
  const auto found = std::find_if(metrics_.begin(), metrics_.end(), [&](std::size_t column) {
    return columns_[column].metric == name;
  });
  if (found == metrics_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - metrics_.begin());
}

std::vector<std::size_t> InstanceLines::Ordered(const Row& row, const InstanceOrder& order) const {
  std::vector<std::size_t> shown = Shown(row);
  const std::optional<std::size_t> metric = MetricNumber(order.metric);
  if (!metric) return shown;
  const InDomId indom = columns_[metrics_[*metric]].desc.indom;
  const auto rank_of = [&](std::size_t line) {
    const auto& places = lines_[line].places;
    if (columns_[places.begin()->second].desc.indom != indom) return std::pair(0, 0.0);
    const std::optional<double> value = ValueOf(places, *metric, row);
    if (!value) return std::pair(2, 0.0);
    return std::pair(1, order.ascending ? *value : -*value);
  };
  std::stable_sort(shown.begin(), shown.end(),
                   [&](std::size_t a, std::size_t b) { return rank_of(a) < rank_of(b); });
  return shown;
}

std::vector<std::size_t> InstanceLines::Top(const Row& row, const TopInstances& top) const {
  const std::optional<std::size_t> metric = MetricNumber(top.metric);
  if (!metric) return Shown(row);
  const InDomId indom = columns_[metrics_[*metric]].desc.indom;
  std::vector<std::size_t> others;
  std::vector<std::pair<double, std::size_t>> ranked;
  for (const std::size_t line : Shown(row)) {
    const auto& places = lines_[line].places;
    if (columns_[places.begin()->second].desc.indom != indom) {
      others.push_back(line);
    } else if (const std::optional<double> value = ValueOf(places, *metric, row)) {
      ranked.emplace_back(*value, line);
    }
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (ranked.size() > top.count) ranked.resize(top.count);
  for (const auto& [value, line] : ranked) others.push_back(line);
  return others;
}

}  // namespace fdr::tools

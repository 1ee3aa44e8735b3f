// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/tables/metric_catalog.h"

#include <algorithm>

#include "fdr/replay/sources/local/tables/indom_text.h"

namespace fdr::local {

MetricCatalog::MetricCatalog(Machine& machine) {
  for (const std::span<const MetricGroup> family : AllMetrics())
    for (const MetricGroup& group : family)
      for (const MetricRow& row : group.rows)
        metrics_.push_back(
            {group.NameOf(row), &row, group.grid, machine.grid(group.grid).Add(row.column)});
  applications_ = &machine.applications;
  Hide({});
}

void MetricCatalog::Hide(const std::vector<std::uint32_t>& domains) {
  hidden_ = domains;
  by_id_.clear();
  for (std::size_t i = 0; i < metrics_.size(); ++i)
    if (const MetricId id = metrics_[i].row->id; !IsHidden(id)) by_id_.emplace(id, i);
  SetNames();
}

void MetricCatalog::SetApplications(const Applications& applications) {
  applications_ = &applications;
  SetNames();
}

void MetricCatalog::SetNames() {
  names_ = {};
  for (const Metric& metric : metrics_)
    if (!IsHidden(metric.row->id)) names_.Add(metric.name, metric.row->id);
  for (const ApplicationMetric& metric : applications_->metrics())
    if (!IsHidden(metric.id)) names_.Add(metric.name, metric.id);
}

bool MetricCatalog::IsHidden(MetricId id) const {
  return std::ranges::find(hidden_, id.domain()) != hidden_.end();
}

const Metric* MetricCatalog::Find(MetricId id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? nullptr : &metrics_[it->second];
}

Desc MetricCatalog::DescOf(const Metric& metric) {
  return {.id = metric.row->id,
          .type = metric.row->type,
          .indom = InfoOf(metric.grid).indom,
          .semantics = metric.row->semantics,
          .units = metric.row->units};
}

std::optional<GridId> MetricCatalog::GridOf(InDomId indom) {
  if (indom.IsNull()) return std::nullopt;
  for (std::size_t i = 0; i < kGridCount; ++i)
    if (InfoOf(static_cast<GridId>(i)).indom == indom) return static_cast<GridId>(i);
  return std::nullopt;
}

std::optional<std::string> MetricCatalog::Text(TextKind kind, std::uint32_t id) const {
  if (!IsOfMetric(kind)) {
    const std::string_view text = InDomText({id});
    if (text.empty()) return std::nullopt;
    return std::string(text);
  }
  const Metric* metric = Find({id});
  if (metric == nullptr) return std::nullopt;
  std::string text = OneLineOf(*metric->row, InfoOf(metric->grid).file);
  if (kind == TextKind::kMetricHelp && !metric->row->help.empty())
    text += "\nFrom " + std::string(InfoOf(metric->grid).file) + ".";
  return text;
}

}  // namespace fdr::local

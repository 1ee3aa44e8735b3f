// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_filter.h"

#include <algorithm>
#include <utility>

namespace fdr {
namespace {

using Subject = SeriesCondition::Subject;

}  // namespace

Result<SeriesFilter> SeriesFilter::Compile(SeriesOperand operand) {
  SeriesFilter filter(std::move(operand));
  if (filter.operand_.name.find('*') != std::string::npos) {
    Result<TextPattern> name = TextPattern::Glob(filter.operand_.name);
    if (!name) return Fail(name.error());
    filter.name_ = std::move(*name);
  }
  Result<ConditionMatcher> conditions =
      ConditionMatcher::Compile(std::move(filter.operand_.conditions));
  if (!conditions) return Fail(conditions.error());
  filter.conditions_ = std::move(*conditions);
  return filter;
}

Result<bool> SeriesFilter::Matches(const SeriesSource& source, const SeriesMetric& metric) {
  const bool is_named = name_ ? name_->MatchesWhole(metric.name)
                              : operand_.name.empty() || operand_.name == metric.name;
  if (!is_named) return false;
  return conditions_.Holds([&](std::size_t place) { return Has(place, source, metric); });
}

Result<bool> SeriesFilter::Has(std::size_t place, const SeriesSource& source,
                               const SeriesMetric& metric) {
  const SeriesCondition& condition = conditions_.conditions()[place];
  if (condition.subject == Subject::kMetricName) return conditions_.MeetsIt(place, metric.name);
  if (condition.subject == Subject::kLabel) {
    const LabelTexts& labels = LabelsOf(metric);
    const auto label = labels.find(condition.label);
    if (label != labels.end() && conditions_.MeetsIt(place, label->second)) return true;
  }
  return HasInstance(place, source, metric);
}

Result<bool> SeriesFilter::HasInstance(std::size_t place, const SeriesSource& source,
                                       const SeriesMetric& metric) {
  if (metric.desc.indom.IsNull()) return false;
  const auto domain = source.Domain(metric.desc.indom);
  if (!domain) return Fail(domain.error());
  if (!*domain) return false;
  const SeriesCondition& condition = conditions_.conditions()[place];
  if (condition.subject == Subject::kInstanceName) {
    const auto& instances = (*domain)->instances();
    return std::ranges::any_of(instances, [&](const SeriesInstance& instance) {
      return conditions_.MeetsIt(place, instance.name);
    });
  }
  const auto& labels = InstanceLabelsOf(*domain);
  const auto values = labels.find(condition.label);
  return values != labels.end() && std::ranges::any_of(values->second, [&](const auto& value) {
           return conditions_.MeetsIt(place, value);
         });
}

const SeriesFilter::LabelValues& SeriesFilter::InstanceLabelsOf(
    const std::shared_ptr<const SeriesDomain>& domain) {
  const auto [place, is_new] = instance_labels_.try_emplace(domain);
  if (!is_new) return place->second;
  for (const SeriesInstance& instance : domain->instances())
    if (const OwnedLabelSet* own = domain->labels().OwnOf(instance.instance))
      for (auto& [name, value] : LabelTextsOf(own->json))
        place->second[name].insert(std::move(value));
  return place->second;
}

const LabelTexts& SeriesFilter::LabelsOf(const SeriesMetric& metric) {
  const auto [place, is_new] = labels_.try_emplace(metric.labels);
  if (is_new) place->second = LabelTextsOf(*metric.labels);
  return place->second;
}

}  // namespace fdr

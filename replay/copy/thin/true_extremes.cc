// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/true_extremes.h"

#include "fdr/replay/copy/thin/statistic_metrics.h"
#include "fdr/replay/units/rate_units.h"

namespace fdr {
namespace {

// Others may have given the name to something else, or rules may have changed one of the two.
bool Fits(const Desc& extreme, const ShownMetric& of) {
  if ((of.desc.semantics == Semantics::kCounter) != of.is_rate) return false;
  return IsNumeric(extreme.type) && extreme.semantics == Semantics::kInstant &&
         extreme.indom == of.desc.indom &&
         extreme.units == (of.is_rate ? UnitsOfRate(of.desc.units) : of.desc.units);
}

}  // namespace

std::vector<TrueExtremes> FindExtremes(Context& context, std::span<const ShownMetric> metrics) {
  std::vector<TrueExtremes> extremes(metrics.size());
  for (const Statistic statistic : {Statistic::kMin, Statistic::kMax}) {
    std::vector<std::string> names;
    for (const ShownMetric& metric : metrics) names.push_back(NameOf(statistic, metric.name));
    const auto found = context.Find(names);
    if (!found) continue;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      const Result<MetricId>& id = (*found)[i];
      if (!id) continue;
      const Result<Desc> desc = context.DescOf(*id);
      if (!desc || !Fits(*desc, metrics[i])) continue;
      TrueExtremes& of = extremes[i];
      (statistic == Statistic::kMin ? of.min : of.max) = ExtremeMetric{names[i], *desc};
    }
  }
  return extremes;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/live_fetch.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fdr {
namespace {

// Several names of a metric are several series, but one set of values.
std::vector<MetricId> IdsOf(const std::vector<SeriesMetric>& metrics) {
  std::vector<MetricId> ids;
  ids.reserve(metrics.size());
  for (const SeriesMetric& metric : metrics) ids.push_back(metric.desc.id);
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

// The domains of fetched values.  An instance that has come since a domain was made has it made
// again, once.
class FetchedDomains {
 public:
  FetchedDomains(const SeriesCatalogue& catalogue, Context& context)
      : catalogue_(catalogue), context_(context) {}

  // Never null.
  std::shared_ptr<const SeriesDomain> With(InDomId indom, std::span<const FetchedValue> values) {
    const auto [place, is_new] = known_.try_emplace(indom);
    Known& known = place->second;
    if (is_new) known.domain = catalogue_.Domain(nullptr, indom).value_or(nullptr);
    if (!known.is_renewed && !(known.domain && HasAll(*known.domain, values))) {
      known.is_renewed = true;
      if (auto renewed = catalogue_.RenewDomain(context_, indom)) known.domain = *renewed;
    }
    if (!known.domain) known.domain = std::make_shared<const SeriesDomain>();
    return known.domain;
  }

 private:
  struct Known {
    std::shared_ptr<const SeriesDomain> domain;
    bool is_renewed = false;
  };

  static bool HasAll(const SeriesDomain& domain, std::span<const FetchedValue> values) {
    return std::ranges::all_of(values, [&](const FetchedValue& value) {
      return domain.FindNewest(value.instance) != nullptr;
    });
  }

  const SeriesCatalogue& catalogue_;
  Context& context_;
  std::unordered_map<InDomId, Known> known_;
};

}  // namespace

void FetchSamples(const SeriesSource& source, const std::vector<SeriesMetric>& metrics,
                  const Clocks& clocks) {
  const Result<Context*> context = static_cast<LiveSource&>(*source.source).Connected();
  if (!context) return;
  const std::vector<MetricId> ids = IdsOf(metrics);
  FetchResult result;
  const Fetched fetched = (*context)->Fetch(ids, Profile(), result);
  if (!fetched || !*fetched) return;
  const std::chrono::nanoseconds now = clocks.steady();
  FetchedDomains domains(*source.catalogue, **context);
  for (const SeriesMetric& metric : metrics) {
    const auto place = std::ranges::lower_bound(ids, metric.desc.id) - ids.begin();
    const FetchedSet& set = result.sets()[static_cast<std::size_t>(place)];
    if (set.count == 0) continue;
    const std::span<const FetchedValue> values = result.Values(set);
    const InDomId indom = metric.desc.indom;
    const auto domain = indom.IsNull() ? nullptr : domains.With(indom, values);
    source.history->Add(source.source->id(), metric.id,
                        LiveSample(result.stamp(), values, domain.get()), now);
  }
}

}  // namespace fdr

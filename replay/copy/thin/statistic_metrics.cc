// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/statistic_metrics.h"

#include <algorithm>
#include <array>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/units/rate_units.h"

namespace fdr {
namespace {

constexpr std::string_view kPrefix = "fdr.";
constexpr std::array kStatistics = {Statistic::kMin, Statistic::kMax, Statistic::kMean};

// Clusters have 12 bits; the two upper ones say which statistic it is.
constexpr std::uint32_t kClusters = 1024;
constexpr std::uint32_t kItems = (1U << 22) - 1;  // with the cluster
// Readers make up metrics of their own in the domain of derived ones.
constexpr std::uint32_t kInPlaceOfDerived = 385;

std::uint32_t HashOf(const std::string& name) {
  std::uint32_t hash = 2166136261U;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return (hash >> 22 ^ hash) & kItems;
}

// An instance domain should be of the same agent.
std::uint32_t AgentOf(const Desc& desc) {
  if (desc.id.domain() != kDerivedDomain) return desc.id.domain();
  return desc.indom.IsNull() ? kInPlaceOfDerived : desc.indom.domain();
}

MetricId IdOf(Statistic statistic, const Desc& desc, const std::string& name,
              const std::function<bool(MetricId)>& is_taken) {
  const MetricId of = desc.id;
  const std::uint32_t agent = AgentOf(desc);
  const auto upper = (static_cast<std::uint32_t>(statistic) + 1) * kClusters;
  if (of.cluster() < kClusters && of.domain() != kDerivedDomain) {
    const MetricId near = MetricId::Build(agent, of.cluster() + upper, of.item());
    if (!is_taken(near)) return near;
  }
  for (std::uint32_t place = HashOf(name);; ++place) {
    const MetricId id{(agent << 22) | (place & kItems)};
    if (!is_taken(id)) return id;
  }
}

std::string HelpOf(Statistic statistic, const std::string& name, bool is_rate) {
  const std::string what = is_rate ? "rate of " + name : "value of " + name;
  const char* const rest = " in the interval that ends at this time";
  switch (statistic) {
    case Statistic::kMin:
      return "Smallest " + what + rest;
    case Statistic::kMax:
      return "Largest " + what + rest;
    case Statistic::kMean:
      break;
  }
  return "Mean " + what + ", weighted by time," + rest;
}

bool IsWanted(Statistic statistic, const StatisticsWanted& wanted, bool is_rate) {
  if (is_rate) return wanted.rates && statistic != Statistic::kMean;
  return statistic == Statistic::kMin   ? wanted.min
         : statistic == Statistic::kMax ? wanted.max
                                        : wanted.mean;
}

}  // namespace

std::string_view WordOf(Statistic statistic) {
  return statistic == Statistic::kMin ? "min" : statistic == Statistic::kMax ? "max" : "mean";
}

std::string NameOf(Statistic statistic, const std::string& name) {
  return std::string(kPrefix) + name + "." + std::string(WordOf(statistic));
}

std::optional<Statistic> StatisticIn(std::string_view name) {
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  for (const Statistic statistic : kStatistics) {
    const std::string_view word = WordOf(statistic);
    if (name.size() > word.size() + 1 && name.ends_with(word) &&
        name[name.size() - word.size() - 1] == '.')
      return statistic;
  }
  return std::nullopt;
}

std::optional<std::string_view> MetricOfStatistic(std::string_view name) {
  const std::optional<Statistic> statistic = StatisticIn(name);
  if (!statistic) return std::nullopt;
  const std::size_t behind = WordOf(*statistic).size() + 1;
  return name.substr(kPrefix.size(), name.size() - kPrefix.size() - behind);
}

std::vector<StatisticMetric> StatisticsOf(const Desc& desc, const std::string& name,
                                          const StatisticsWanted& wanted,
                                          const std::function<bool(MetricId)>& is_taken) {
  std::vector<StatisticMetric> all;
  const bool is_rate = desc.semantics == Semantics::kCounter;
  if (!IsNumeric(desc.type) || desc.semantics == Semantics::kDiscrete) return all;
  if (is_rate && !RateScale(desc.units)) return all;
  for (const Statistic statistic : kStatistics) {
    if (!IsWanted(statistic, wanted, is_rate)) continue;
    StatisticMetric one{.statistic = statistic,
                        .desc = desc,
                        .name = NameOf(statistic, name),
                        .of = name,
                        .help = HelpOf(statistic, name, is_rate)};
    one.desc.id = IdOf(statistic, desc, one.name, [&](MetricId id) {
      return is_taken(id) || std::ranges::any_of(all, [&](const StatisticMetric& other) {
               return other.desc.id == id;
             });
    });
    one.desc.semantics = Semantics::kInstant;
    if (is_rate) one.desc.units = UnitsOfRate(desc.units);
    if (is_rate || statistic == Statistic::kMean) one.desc.type = Type::kDouble;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/trace/trace_metrics.h"

#include <optional>
#include <string>
#include <utility>

namespace fdr {
namespace {

constexpr std::uint32_t kTraceDomain = 10;
constexpr std::uint32_t kPeers = 0, kOurs = 1;  // clusters

constexpr Units kOfNone{};
constexpr Units kOfCount{.dim_count = 1};
constexpr Units kSeconds{.dim_time = 1, .scale_time = kSecondScale};
constexpr Units kPerSecond{.dim_time = -1, .dim_count = 1, .scale_time = kSecondScale};
constexpr Units kSecondsEach{.dim_time = 1, .dim_count = -1, .scale_time = kSecondScale};

using Number = decltype(OwnValue::value);
using Tag = TraceTags::Tag;

/// A value for each tag of a kind.
struct TagRow {
  const char* name;
  std::uint32_t cluster, item;
  TraceKind kind;
  Type type;
  Semantics semantics;
  Units units;
  const char* help;
  /// Nothing if the tag has no value.
  std::optional<Number> (*value)(const Tag& tag, double seconds_of_period);
};

std::optional<Number> CountOf(const Tag& tag, double) { return tag.count(); }
std::optional<Number> TotalOf(const Tag& tag, double) { return tag.total(); }
std::optional<Number> LastOf(const Tag& tag, double) { return tag.last(); }

std::optional<Number> RateOf(const Tag& tag, double seconds) {
  if (!tag.recent()) return std::nullopt;
  return static_cast<float>(static_cast<double>(tag.recent()->count) / seconds);
}

std::optional<Number> MeanOf(const Tag& tag, double) {
  if (!tag.recent()) return std::nullopt;
  return static_cast<float>(tag.recent()->total / static_cast<double>(tag.recent()->count));
}

std::optional<Number> LeastOf(const Tag& tag, double) {
  if (!tag.recent()) return std::nullopt;
  return static_cast<float>(tag.recent()->least);
}

std::optional<Number> MostOf(const Tag& tag, double) {
  if (!tag.recent()) return std::nullopt;
  return static_cast<float>(tag.recent()->most);
}

template <std::size_t Quantile>
std::optional<Number> QuantileOf(const Tag& tag, double) {
  if (!tag.recent()) return std::nullopt;
  return tag.recent()->quantiles[Quantile];
}

constexpr TraceKind kTransaction = TraceKind::kTransaction, kPoint = TraceKind::kPoint,
                    kObservation = TraceKind::kObservation, kCounter = TraceKind::kCounter;
constexpr Semantics kGrows = Semantics::kCounter, kInstant = Semantics::kInstant;

constexpr TagRow kRows[] = {
    {"transact.count", kPeers, 0, kTransaction, Type::kU64, kGrows, kOfCount,
     "transactions since the start", CountOf},
    {"transact.rate", kPeers, 1, kTransaction, Type::kFloat, kInstant, kPerSecond,
     "rate of transactions in the last period", RateOf},
    {"transact.ave_time", kPeers, 2, kTransaction, Type::kFloat, kInstant, kSecondsEach,
     "mean duration of the transactions in the last period", MeanOf},
    {"transact.min_time", kPeers, 3, kTransaction, Type::kFloat, kInstant, kSeconds,
     "shortest transaction in the last period", LeastOf},
    {"transact.max_time", kPeers, 4, kTransaction, Type::kFloat, kInstant, kSeconds,
     "longest transaction in the last period", MostOf},
    {"transact.total_time", kPeers, 5, kTransaction, Type::kDouble, kGrows, kSeconds,
     "duration of all transactions since the start", TotalOf},
    {"transact.p50_time", kOurs, 0, kTransaction, Type::kDouble, kInstant, kSeconds,
     "half of the transactions in the last period took no longer; exact to 1.6 %", QuantileOf<0>},
    {"transact.p90_time", kOurs, 1, kTransaction, Type::kDouble, kInstant, kSeconds,
     "90 % of the transactions in the last period took no longer; exact to 1.6 %", QuantileOf<1>},
    {"transact.p99_time", kOurs, 2, kTransaction, Type::kDouble, kInstant, kSeconds,
     "99 % of the transactions in the last period took no longer; exact to 1.6 %", QuantileOf<2>},
    {"transact.p999_time", kOurs, 3, kTransaction, Type::kDouble, kInstant, kSeconds,
     "99.9 % of the transactions in the last period took no longer; exact to 1.6 %", QuantileOf<3>},
    {"point.count", kPeers, 6, kPoint, Type::kU64, kGrows, kOfCount,
     "how often the point was passed since the start", CountOf},
    {"point.rate", kPeers, 7, kPoint, Type::kFloat, kInstant, kPerSecond,
     "how often the point was passed per second, in the last period", RateOf},
    {"observe.count", kPeers, 8, kObservation, Type::kU64, kGrows, kOfCount,
     "observations since the start", CountOf},
    {"observe.rate", kPeers, 9, kObservation, Type::kFloat, kInstant, kPerSecond,
     "rate of observations in the last period", RateOf},
    {"observe.value", kPeers, 10, kObservation, Type::kDouble, kInstant, kOfNone,
     "the value that was observed last", LastOf},
    {"counter.count", kPeers, 17, kCounter, Type::kU64, kGrows, kOfCount,
     "how often the counter was given since the start", CountOf},
    {"counter.rate", kPeers, 18, kCounter, Type::kFloat, kInstant, kPerSecond,
     "how often the counter was given per second, in the last period", RateOf},
    {"counter.value", kPeers, 19, kCounter, Type::kDouble, kGrows, kOfNone,
     "the value of the counter that was given last", LastOf},
};

// The serial number of a domain is one less than its kind.
constexpr InDomId DomainOf(TraceKind kind) {
  return InDomId::Build(kTraceDomain, static_cast<std::uint32_t>(kind) - 1);
}

double SecondsOf(const TraceFacts& facts) {
  return std::chrono::duration<double>(facts.tags.period().length).count();
}

OwnMetric MetricOf(const TagRow& row, TraceFacts& facts) {
  Desc desc{MetricId::Build(kTraceDomain, row.cluster, row.item), row.type, DomainOf(row.kind),
            row.semantics, row.units};
  if (row.value == LastOf && row.kind == kObservation) desc.units = facts.units;
  return {std::string("trace.") + row.name, desc, row.help, [&row, &facts] {
            std::vector<OwnValue> values;
            const double seconds = SecondsOf(facts);
            for (const Tag* tag : facts.tags.Tags(row.kind, facts.now()))
              if (std::optional<Number> value = row.value(*tag, seconds))
                values.push_back({tag->number(), std::move(*value)});
            return values;
          }};
}

OwnDomain DomainFor(TraceKind kind, TraceFacts& facts) {
  return {DomainOf(kind), [kind, &facts] {
            std::vector<NamedInstance> members;
            for (const Tag* tag : facts.tags.Tags(kind, facts.now()))
              members.push_back({tag->number(), tag->name()});
            return members;
          }};
}

OwnMetric& AddControl(OwnMetrics& own, const char* name, std::uint32_t cluster, std::uint32_t item,
                      Type type, const char* help, std::function<std::vector<OwnValue>()> read) {
  const Desc desc{MetricId::Build(kTraceDomain, cluster, item), type, InDomId{},
                  Semantics::kDiscrete, kOfNone};
  return own.metrics.emplace_back(
      OwnMetric{std::string("trace.control.") + name, desc, help, std::move(read)});
}

std::uint32_t WholeSeconds(std::chrono::nanoseconds time) {
  return static_cast<std::uint32_t>(std::chrono::floor<std::chrono::seconds>(time).count());
}

void AddPeersControls(TraceFacts& facts, OwnMetrics& own) {
  const TracePeriod& period = facts.tags.period();
  AddControl(own, "period", kPeers, 11, Type::kU32, "length of the period", [&period] {
    return OwnSingle(WholeSeconds(period.length));
  }).desc.units = kSeconds;
  AddControl(own, "interval", kPeers, 12, Type::kU32,
             "how often the values of the last period change",
             [&period] { return OwnSingle(WholeSeconds(period.interval())); })
      .desc.units = kSeconds;
  AddControl(own, "buckets", kPeers, 13, Type::kU32, "how many intervals a period has",
             [&period] { return OwnSingle(period.buckets); });
  AddControl(own, "port", kPeers, 14, Type::kU32, "where applications connect",
             [&facts] { return OwnSingle(std::uint32_t{facts.port}); });
  AddControl(own, "reset", kPeers, 15, Type::kU32, "storing any value forgets all tags", [] {
    return OwnSingle(std::uint32_t{1});
  }).store = [&facts](std::uint32_t, const OwnValue&) -> StoreAnswer {
    facts.tags.Reset();
    return 0;
  };
  AddControl(own, "debug", kPeers, 16, Type::k32, "1: the log shows all data that arrive",
             [&facts] { return OwnSingle(std::uint32_t{facts.shows_data}); })
      .store = [&facts](std::uint32_t, const OwnValue& value) -> StoreAnswer {
    facts.shows_data = std::get<std::uint32_t>(value.value) != 0;
    return 0;
  };
}

void AddOurControls(TraceFacts& facts, OwnMetrics& own) {
  AddControl(own, "clients", kOurs, 4, Type::kU32, "applications that are connected", [&facts] {
    return OwnSingle(facts.clients);
  }).desc.semantics = kInstant;
  const auto add_count = [&](const char* name, std::uint32_t item, const char* help,
                             std::function<std::vector<OwnValue>()> read) {
    OwnMetric& metric = AddControl(own, name, kOurs, item, Type::kU64, help, std::move(read));
    metric.desc.semantics = kGrows;
    metric.desc.units = kOfCount;
  };
  add_count("dropped", 5, "applications that were too slow, or sent nonsense",
            [&facts] { return OwnSingle(facts.dropped); });
  add_count("refused", 6, "values that were not counted: there are too many tags",
            [&facts] { return OwnSingle(facts.tags.refused()); });
}

}  // namespace

OwnMetrics TraceMetrics(TraceFacts& facts) {
  OwnMetrics own;
  for (const TagRow& row : kRows) own.metrics.push_back(MetricOf(row, facts));
  for (const TraceKind kind : {kTransaction, kPoint, kObservation, kCounter})
    own.domains.push_back(DomainFor(kind, facts));
  AddPeersControls(facts, own);
  AddOurControls(facts, own);
  return own;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/usage_totals.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include "fdr/replay/counter_rule.h"
#include "fdr/replay/values/growth.h"
#include "fdr/replay/why/canonical_factor.h"

namespace fdr::why {
namespace {

struct TotalMetric {
  const char* name;
  Total total;
  bool is_of_users;
};
constexpr std::array kMetrics = {
    TotalMetric{"fdr.usage.by_program.cpu", kTotalTime, false},
    TotalMetric{"fdr.usage.by_program.exits", kTotalExits, false},
    TotalMetric{"fdr.usage.by_user.cpu", kTotalTime, true},
    TotalMetric{"fdr.usage.by_user.exits", kTotalExits, true},
};
// What has no name of its own.
constexpr std::string_view kOther = "(other)";
// A recorder has 64 programs; another archive may have any number.
constexpr std::size_t kMostNames = 10'000;

class TotalsReader {
 public:
  TotalsReader(ArchiveContext& archive, const UsageWindow& window)
      : archive_(archive), window_(window) {}

  Result<UsageTotals> Read(const GoOn& go_on) {
    if (const auto chosen = Choose(); !chosen) return Fail(chosen.error());
    if (ids_.empty()) return UsageTotals();
    if (const auto set = archive_.SetMode(Mode::kForward, window_.from); !set)
      return Fail(set.error());
    FetchResult result;
    Fetched more = false;
    while ((more = archive_.Fetch(ids_, result)) && *more && result.stamp() <= window_.to) {
      if (result.after_gap())
        for (Metric& metric : metrics_) metric.last.clear();
      for (std::size_t i = 0; i < metrics_.size(); ++i)
        if (result.sets()[i].status == SetStatus::kValues)
          Take(metrics_[i], result.stamp(), result.Values(result.sets()[i]));
      if (!go_on(result.stamp())) break;
    }
    if (!more) return Fail(more.error());
    return std::move(totals_);
  }

 private:
  struct Last {
    Timestamp at;
    std::uint64_t bits = 0;
  };
  struct Metric {
    TotalMetric about;
    Desc desc;
    std::unordered_map<InstanceId, std::string> names = {};
    std::unordered_map<InstanceId, Last> last = {};
    Timestamp record = {};  // the last one
  };

  Result<void> Choose() {
    std::vector<std::string> names;
    for (const TotalMetric& metric : kMetrics) names.emplace_back(metric.name);
    const auto found = archive_.Find(names);
    if (!found) return Fail(found.error());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Result<Desc> desc =
          (*found)[i] ? archive_.DescOf(*(*found)[i]) : Fail((*found)[i].error());
      if (!desc || desc->indom.IsNull() || !IsNumeric(desc->type)) continue;
      Metric metric{kMetrics[i], *desc};
      const auto instances = archive_.InstancesAt(desc->indom, window_.to);
      if (!instances) return Fail(instances.error());
      for (const NamedInstance& instance : *instances)
        if (instance.name != kOther && metric.names.size() < kMostNames)
          metric.names.emplace(instance.id, instance.name);
      ids_.push_back(*(*found)[i]);
      metrics_.push_back(std::move(metric));
    }
    return {};
  }

  void Take(Metric& metric, Timestamp at, std::span<const FetchedValue> values) {
    for (const FetchedValue& value : values) {
      const auto name = metric.names.find(value.instance);
      const auto bits = value.NumberBits(metric.desc.type);
      if (name == metric.names.end() || !bits) continue;
      // A program that is new among others began at 0.
      const auto last = metric.last.find(value.instance);
      if (last != metric.last.end())
        Add(metric, {last->second.at, at, GrowthOf(metric, last->second.bits, *bits)},
            name->second);
      else if (!metric.last.empty())
        Add(metric, {metric.record, at, GrowthOf(metric, 0, *bits)}, name->second);
    }
    for (const FetchedValue& value : values)
      if (const auto bits = value.NumberBits(metric.desc.type);
          bits && metric.names.contains(value.instance))
        metric.last[value.instance] = {at, *bits};
    metric.record = at;
  }

  static double GrowthOf(const Metric& metric, std::uint64_t from, std::uint64_t to) {
    const auto growth = fdr::GrowthOf(metric.desc.type, from, to, CounterRule::kReset);
    return growth ? growth->by * CanonicalFactor(metric.desc.units) : 0;
  }

  void Add(const Metric& metric, const UsagePiece& piece, const std::string& name) {
    if (!(piece.amount > 0) || !std::isfinite(piece.amount)) return;
    const double part = window_.PartInside(piece);
    TotalUse& use = (metric.about.is_of_users ? totals_.users : totals_.programs)[name];
    use.in[metric.about.total] += piece.amount * part;
    use.out[metric.about.total] += piece.amount * (1 - part);
    totals_.are_known[metric.about.total] |= !metric.about.is_of_users;
  }

  ArchiveContext& archive_;
  const UsageWindow& window_;
  std::vector<MetricId> ids_;
  std::vector<Metric> metrics_;
  UsageTotals totals_;
};

}  // namespace

Result<UsageTotals> ReadTotals(ArchiveContext& archive, const UsageWindow& window,
                               const GoOn& go_on) {
  return TotalsReader(archive, window).Read(go_on);
}

}  // namespace fdr::why

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/usage_totals.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fdr/replay/why/canonical_factor.h"
#include "fdr/replay/why/used_between.h"

namespace fdr::why {
namespace {

struct TotalMetric {
  const char* name;
  Total total;
  NamedUses UsageTotals::*by;
  bool is_read = false;  // of bytes
};
constexpr std::array kMetrics = {
    TotalMetric{"fdr.usage.by_program.cpu", kTotalTime, &UsageTotals::programs},
    TotalMetric{"fdr.usage.by_program.exits", kTotalExits, &UsageTotals::programs},
    TotalMetric{"fdr.usage.by_program.read_bytes", kTotalDisk, &UsageTotals::programs, true},
    TotalMetric{"fdr.usage.by_program.write_bytes", kTotalDisk, &UsageTotals::programs},
    TotalMetric{"fdr.usage.by_user.cpu", kTotalTime, &UsageTotals::users},
    TotalMetric{"fdr.usage.by_user.exits", kTotalExits, &UsageTotals::users},
    TotalMetric{"fdr.usage.by_user.read_bytes", kTotalDisk, &UsageTotals::users, true},
    TotalMetric{"fdr.usage.by_user.write_bytes", kTotalDisk, &UsageTotals::users},
    TotalMetric{"fdr.usage.by_unit.cpu", kTotalTime, &UsageTotals::units},
    TotalMetric{"fdr.usage.by_unit.exits", kTotalExits, &UsageTotals::units},
    TotalMetric{"fdr.usage.by_unit.read_bytes", kTotalDisk, &UsageTotals::units, true},
    TotalMetric{"fdr.usage.by_unit.write_bytes", kTotalDisk, &UsageTotals::units},
};
// A recorder has 64 programs; another archive may have any number.
constexpr std::size_t kMostNames = 10'000;

class TotalsReader {
 public:
  TotalsReader(ArchiveContext& archive, const UsageWindow& window, TotalNames which)
      : archive_(archive), window_(window), which_(which) {}

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
    double factor;
    std::unordered_map<InstanceId, std::string> names = {};
    std::unordered_map<InstanceId, Last> last = {};
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
      Metric metric{kMetrics[i], *desc, CanonicalFactor(desc->units)};
      const auto instances = which_ == TotalNames::kAll
                                 ? archive_.AllInstances(desc->indom)
                                 : archive_.InstancesAt(desc->indom, window_.to);
      if (!instances) return Fail(instances.error());
      for (const NamedInstance& instance : *instances)
        if (IsWanted(metric, instance.name)) metric.names.emplace(instance.id, instance.name);
      ids_.push_back(*(*found)[i]);
      metrics_.push_back(std::move(metric));
    }
    return {};
  }

  // The other units may hide one that grew.
  bool IsWanted(const Metric& metric, std::string_view name) {
    if (name == kOtherUses)
      return which_ == TotalNames::kAll || metric.about.by == &UsageTotals::units;
    if (metric.names.size() < kMostNames) return true;
    if (std::ranges::find(totals_.cut, metric.about.by) == totals_.cut.end())
      totals_.cut.push_back(metric.about.by);
    return false;
  }

  // The first value of a program says nothing of its growth: it is 0 for a new one, and the counter
  // of one that has its name again goes on.
  void Take(Metric& metric, Timestamp at, std::span<const FetchedValue> values) {
    for (const FetchedValue& value : values) {
      const auto name = metric.names.find(value.instance);
      const auto bits = value.NumberBits(metric.desc.type);
      if (name == metric.names.end() || !bits) continue;
      const auto [last, is_first] = metric.last.try_emplace(value.instance, Last{at, *bits});
      if (is_first) continue;
      const double used = UsedBetween(metric.desc.type, last->second.bits, *bits) * metric.factor;
      Add(metric, {last->second.at, at, used}, name->second);
      last->second = {at, *bits};
    }
  }

  void Add(const Metric& metric, const UsagePiece& piece, const std::string& name) {
    if (!(piece.amount > 0) || !std::isfinite(piece.amount)) return;
    const double part = window_.PartInside(piece);
    TotalUse& use = (totals_.*metric.about.by)[name];
    use.in[metric.about.total] += piece.amount * part;
    use.out[metric.about.total] += piece.amount * (1 - part);
    if (metric.about.is_read) {
      use.in[kTotalRead] += piece.amount * part;
      use.out[kTotalRead] += piece.amount * (1 - part);
    }
    totals_.are_known[metric.about.total] |= metric.about.by == &UsageTotals::programs;
  }

  ArchiveContext& archive_;
  const UsageWindow& window_;
  const TotalNames which_;
  std::vector<MetricId> ids_;
  std::vector<Metric> metrics_;
  UsageTotals totals_;
};

}  // namespace

Result<UsageTotals> ReadTotals(ArchiveContext& archive, const UsageWindow& window,
                               const GoOn& go_on, TotalNames which) {
  return TotalsReader(archive, window, which).Read(go_on);
}

}  // namespace fdr::why

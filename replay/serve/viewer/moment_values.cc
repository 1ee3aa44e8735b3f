// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/moment_values.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "fdr/replay/derive/values.h"
#include "fdr/replay/serve/viewer/rates_at.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

using List = std::vector<MomentValue>;

// How far a metric that is rarely recorded is looked for.
constexpr int kMostRecords = 400;

// The values of metrics in the records next to a time.
class Neighbours {
 public:
  struct Found {
    Nanos at = 0;
    List values;
  };

  Neighbours(ArchiveContext& archive, const std::vector<Desc>& descs, const CheckLimit& check)
      : archive_(archive), check_(check) {
    for (const Desc& desc : descs) descs_.emplace(desc.id, desc);
  }

  // From `from` on, in one direction, up to a gap.
  Result<void> Look(Mode direction, Nanos from) {
    static_cast<void>(archive_.SetMode(direction, StampAt(from)));
    std::vector<MetricId> metrics;
    for (const auto& [id, desc] : descs_) metrics.push_back(id);
    for (int i = 0; i < kMostRecords && !metrics.empty(); ++i) {
      if (const Result<void> go_on = check_(); !go_on) return go_on;
      const Fetched fetched = archive_.Fetch(metrics, Profile(), result_);
      if (!fetched) return Fail(fetched.error());
      if (!*fetched) return {};
      // The caller knows of a gap in front of the first record.
      if (i > 0 && result_.after_gap()) return {};
      for (const FetchedSet& set : result_.sets())
        if (set.count > 0)
          found_[set.id] = {NanosOf(result_.stamp()),
                            MomentValuesOf(result_, set, descs_.at(set.id))};
      std::erase_if(metrics, [&](MetricId id) { return found_.contains(id); });
    }
    return {};
  }
  // Null if there is none.
  const Found* Of(MetricId metric) const {
    const auto found = found_.find(metric);
    return found != found_.end() ? &found->second : nullptr;
  }

 private:
  ArchiveContext& archive_;
  const CheckLimit& check_;
  std::unordered_map<MetricId, Desc> descs_;
  std::unordered_map<MetricId, Found> found_;
  FetchResult result_;
};

Result<std::vector<List>> RecordsBefore(ArchiveContext& archive, const MetricChoice& choice,
                                        Nanos at, const CheckLimit& check) {
  std::vector<Desc> descs;
  for (const ChosenMetric& metric : choice.metrics) descs.push_back(metric.desc);
  Neighbours before(archive, descs, check);
  if (const Result<void> looked = before.Look(Mode::kBackward, at + kStampError); !looked)
    return Fail(looked.error());
  std::vector<List> values(descs.size());
  for (std::size_t i = 0; i < descs.size(); ++i) {
    const Neighbours::Found* const found = before.Of(descs[i].id);
    if (found == nullptr) continue;
    const Result<bool> gap =
        archive.HasGapBetween(StampAt(found->at), StampAt(std::max(at, found->at)));
    if (!gap) return Fail(gap.error());
    if (!*gap) values[i] = found->values;
  }
  return values;
}

}  // namespace

std::vector<MomentValue> MomentValuesOf(const FetchResult& result, const FetchedSet& set,
                                        const Desc& desc) {
  List values;
  if (set.status != SetStatus::kValues) return values;
  if (IsNumeric(desc.type)) {
    std::vector<FetchedValue> buffer;
    for (const FetchedValue& value : OperandValues(result, set, desc.type, buffer).list)
      values.push_back({value.instance, 0, value.bits});
  } else if (desc.type == Type::kString) {
    for (const FetchedValue& value : result.Values(set)) {
      if (const auto text = value.Text())
        values.push_back({value.instance, 0, 0, std::string(*text)});
    }
  }
  if (desc.indom.IsNull()) {
    values.resize(std::min<std::size_t>(values.size(), 1));
    for (MomentValue& value : values) value.instance = kSingular;
  }
  std::stable_sort(values.begin(), values.end(), [](const MomentValue& a, const MomentValue& b) {
    return a.instance < b.instance;
  });
  return values;
}

Result<std::vector<std::vector<MomentValue>>> ValuesAt(ArchiveContext& archive,
                                                       const MetricChoice& choice, Nanos at,
                                                       MomentRule rule, const CheckLimit& check) {
  if (rule == MomentRule::kRecord) return RecordsBefore(archive, choice, at, check);
  const auto is_rate = [&](const ChosenMetric& metric) {
    return rule == MomentRule::kHolds && choice.IsRate(metric);
  };
  std::vector<Desc> counters;
  std::vector<MetricId> levels;
  for (const ChosenMetric& metric : choice.metrics) {
    if (is_rate(metric))
      counters.push_back(metric.desc);
    else
      levels.push_back(metric.desc.id);
  }
  const auto rates = RatesAt(archive, counters, at, check);
  if (!rates) return Fail(rates.error());
  FetchResult result;
  if (!levels.empty())
    if (const Result<void> fetched = archive.FetchAt(StampAt(at), levels, result); !fetched)
      return Fail(fetched.error());
  std::vector<List> values;
  std::size_t rate = 0, level = 0;
  for (const ChosenMetric& metric : choice.metrics)
    values.push_back(is_rate(metric) ? (*rates)[rate++]
                                     : MomentValuesOf(result, result.sets()[level++], metric.desc));
  return values;
}

}  // namespace fdr

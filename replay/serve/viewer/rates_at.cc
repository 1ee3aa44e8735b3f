// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/rates_at.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "fdr/replay/serve/viewer/counter_series.h"
#include "fdr/replay/serve/viewer/request_times.h"

namespace fdr {
namespace {

// How far a metric that is rarely recorded is looked for.  Any number of records may lie in the
// spans that decide on a rate.
constexpr int kMostLookedAt = 400;

// The records around a time that decide on the rates there.
class RecordsAround {
 public:
  struct Record {
    Nanos at = 0;
    std::vector<MomentValue> values;
  };
  struct Counter {
    Desc desc;
    std::vector<Record> before = {}, after = {};  // the next one first
  };

  RecordsAround(ArchiveContext& archive, const std::vector<Desc>& counters, const CheckLimit& check)
      : archive_(archive), check_(check) {
    for (const Desc& desc : counters) counters_.emplace(desc.id, Counter{desc});
  }

  Result<void> Read(Nanos at) {
    if (const Result<void> read = Look(Mode::kBackward, at - kStampError - 1); !read) return read;
    return Look(Mode::kForward, at - kStampError);
  }
  const Counter& Of(MetricId counter) const { return counters_.at(counter); }

 private:
  Result<void> Look(Mode direction, Nanos from);
  static bool TakeBefore(Counter& counter, Nanos at, std::vector<MomentValue> values);
  static bool TakeAfter(Counter& counter, Nanos at, std::vector<MomentValue> values);

  ArchiveContext& archive_;
  const CheckLimit& check_;
  std::unordered_map<MetricId, Counter> counters_;
  FetchResult result_;
};

// In one direction, up to a gap.
Result<void> RecordsAround::Look(Mode direction, Nanos from) {
  const bool is_forward = direction == Mode::kForward;
  static_cast<void>(archive_.SetMode(direction, StampAt(from)));
  std::vector<MetricId> wanted;
  for (const auto& [id, counter] : counters_)
    if (!is_forward || !counter.before.empty()) wanted.push_back(id);
  for (int i = 0; !wanted.empty(); ++i) {
    if (const Result<void> go_on = check_(); !go_on) return go_on;
    const Fetched fetched = archive_.Fetch(wanted, Profile(), result_);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched) return {};
    // The caller knows of a gap in front of the first record.
    if (i > 0 && result_.after_gap()) return {};
    const Nanos at = NanosOf(result_.stamp());
    if (i >= kMostLookedAt && AreManyRateSpans(std::min(at, from), std::max(at, from))) return {};
    for (const FetchedSet& set : result_.sets()) {
      Counter& counter = counters_.at(set.id);
      auto values = MomentValuesOf(result_, set, counter.desc);
      const bool is_done = is_forward ? TakeAfter(counter, at, std::move(values))
                                      : TakeBefore(counter, at, std::move(values));
      if (is_done) std::erase(wanted, set.id);
    }
  }
  return {};
}

// True if nothing from further back matters: the values behind a large distance always count.
bool RecordsAround::TakeBefore(Counter& counter, Nanos at, std::vector<MomentValue> values) {
  if (!counter.before.empty() &&
      (GiveRate(at, counter.before.back().at) || AreManyRateSpans(at, counter.before.front().at)))
    return true;
  if (!values.empty()) counter.before.push_back({at, std::move(values)});
  return false;
}

bool RecordsAround::TakeAfter(Counter& counter, Nanos at, std::vector<MomentValue> values) {
  if (values.empty()) return false;
  counter.after.push_back({at, std::move(values)});
  return GiveRate(counter.before.front().at, at);
}

// Of each series, the first rate at `from` or behind it.
std::vector<MomentValue> FirstRates(const RecordsAround::Counter& counter, Nanos from) {
  struct Series {
    CounterSeries counter;
    std::optional<double> rate;
  };
  const ValueRules rules = ValueRulesOf(counter.desc, false);
  std::unordered_map<InstanceId, Series> all;
  SampleCount samples;
  const auto take = [&](const RecordsAround::Record& record) {
    samples.Take(record.at);
    for (const MomentValue& value : record.values) {
      Series& series = all[value.instance];
      const auto rate = series.counter.Take(rules, record.at, value.bits, samples.count);
      if (record.at >= from && !series.rate) series.rate = rate;
    }
  };
  std::for_each(counter.before.rbegin(), counter.before.rend(), take);
  std::ranges::for_each(counter.after, take);
  std::vector<MomentValue> rates;
  for (const auto& [instance, series] : all)
    if (series.rate) rates.push_back({instance, *series.rate});
  std::ranges::sort(rates, {}, &MomentValue::instance);
  return rates;
}

}  // namespace

Result<std::vector<std::vector<MomentValue>>> RatesAt(ArchiveContext& archive,
                                                      const std::vector<Desc>& counters, Nanos at,
                                                      const CheckLimit& check) {
  std::vector<std::vector<MomentValue>> rates(counters.size());
  RecordsAround records(archive, counters, check);
  if (const Result<void> read = records.Read(at); !read) return Fail(read.error());
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const RecordsAround::Counter& counter = records.Of(counters[i].id);
    if (counter.before.empty() || counter.after.empty()) continue;
    const Result<bool> gap = archive.HasGapBetween(StampAt(counter.before.front().at),
                                                   StampAt(counter.after.front().at));
    if (!gap) return Fail(gap.error());
    if (!*gap) rates[i] = FirstRates(counter, at - kStampError);
  }
  return rates;
}

}  // namespace fdr

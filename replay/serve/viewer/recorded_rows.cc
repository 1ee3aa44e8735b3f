// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/recorded_rows.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/serve/viewer/counter_series.h"

namespace fdr {
namespace {

constexpr std::size_t kMostRowValues = 1'000'000;

// Reads records in the order of time, and turns counters into rates.
class RowReader {
 public:
  RowReader(ArchiveContext& archive, const MetricChoice& choice, const CheckLimit& check);

  // Goes `count` records back from `to`; returns where the first of them is, and whether there are
  // more.
  Result<std::optional<Nanos>> Before(Nanos to, std::size_t count, bool& has_more);
  Result<void> Read(Nanos from, const RecordStretch& stretch);
  RecordedRows Take();

 private:
  using Key = std::pair<std::size_t, InstanceId>;  // metric and instance

  Result<Nanos> BaseOf(Nanos from);
  bool TakeRecord(const FetchResult& result, bool is_shown);
  void TakeMetric(std::size_t metric, const FetchedSet& set, const FetchResult& result,
                  bool is_shown);
  std::optional<MomentValue> RateOf(const Key& key, const MomentValue& value, const Desc& desc,
                                    Nanos at);
  void Add(const Key& key, MomentValue value);

  ArchiveContext& archive_;
  const MetricChoice& choice_;
  const CheckLimit& check_;
  NamesOfInstances names_;
  std::vector<MetricId> metrics_;
  FetchResult result_;
  std::map<Key, CounterSeries> counters_;  // since a gap
  std::vector<SampleCount> samples_;       // by metric
  std::map<Key, RecordedRows::Series> series_;
  RecordedRows rows_;
  std::size_t values_ = 0;
  bool met_gap_ = false;
};

RowReader::RowReader(ArchiveContext& archive, const MetricChoice& choice, const CheckLimit& check)
    : archive_(archive),
      choice_(choice),
      check_(check),
      names_(archive),
      samples_(choice.metrics.size()) {
  for (const ChosenMetric& metric : choice.metrics) metrics_.push_back(metric.desc.id);
}

Result<std::optional<Nanos>> RowReader::Before(Nanos to, std::size_t count, bool& has_more) {
  static_cast<void>(archive_.SetMode(Mode::kBackward, StampAt(to)));
  RecordedSets sets;
  std::optional<Nanos> first;
  for (std::size_t i = 0; i <= count; ++i) {
    if (const Result<void> go_on = check_(); !go_on) return Fail(go_on.error());
    const Fetched fetched = archive_.FetchSets(metrics_, sets);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched) return first;
    if (i == count)
      has_more = true;
    else
      first = NanosOf(sets.stamp);
  }
  return first;
}

// The record before gives the rates of the first one.  One that follows another soon may be passed
// over.
Result<Nanos> RowReader::BaseOf(Nanos from) {
  Nanos base = from;
  std::optional<Nanos> last;  // before `from`
  bool unused = false;
  while (true) {
    const auto before = Before(base - 1, 1, unused);
    if (!before) return Fail(before.error());
    if (!*before) return base;
    if (last && (GiveRate(**before, base) || AreManyRateSpans(base, *last))) return base;
    base = **before;
    if (!last) last = base;
  }
}

Result<void> RowReader::Read(Nanos from, const RecordStretch& stretch) {
  const Result<Nanos> base = BaseOf(from);
  if (!base) return Fail(base.error());
  static_cast<void>(archive_.SetMode(Mode::kForward, StampAt(*base)));
  while (true) {
    if (const Result<void> go_on = check_(); !go_on) return go_on;
    const Fetched fetched = archive_.Fetch(metrics_, Profile(), result_);
    if (!fetched) return Fail(fetched.error());
    const Nanos at = *fetched ? NanosOf(result_.stamp()) : 0;
    if (!*fetched || (stretch.to && at > *stretch.to)) return {};
    if (rows_.times.size() == stretch.most) {
      rows_.has_more = true;
      return {};
    }
    if (!TakeRecord(result_, at >= from))
      return Fail(Errc::kTooLarge, "These records have more than a million values");
  }
}

// False for too many values.
bool RowReader::TakeRecord(const FetchResult& result, bool is_shown) {
  met_gap_ |= result.after_gap();
  if (met_gap_) counters_.clear();
  if (is_shown) {
    if (met_gap_) rows_.gaps.push_back(rows_.times.size());
    rows_.times.push_back(NanosOf(result.stamp()));
    met_gap_ = false;
  }
  for (std::size_t i = 0; i < choice_.metrics.size(); ++i)
    if (result.sets()[i].count > 0) TakeMetric(i, result.sets()[i], result, is_shown);
  return values_ <= kMostRowValues;
}

void RowReader::TakeMetric(std::size_t metric, const FetchedSet& set, const FetchResult& result,
                           bool is_shown) {
  const ChosenMetric& chosen = choice_.metrics[metric];
  const Nanos at = NanosOf(result.stamp());
  samples_[metric].Take(at);
  for (MomentValue& value : MomentValuesOf(result, set, chosen.desc)) {
    if (!choice_.Includes(chosen, value.instance, names_.Of(chosen.desc.indom, value.instance)))
      continue;
    const Key key(metric, value.instance);
    if (!choice_.IsRate(chosen)) {
      if (is_shown) Add(key, std::move(value));
    } else if (auto rate = RateOf(key, value, chosen.desc, at)) {
      if (is_shown) Add(key, std::move(*rate));
    }
  }
}

std::optional<MomentValue> RowReader::RateOf(const Key& key, const MomentValue& value,
                                             const Desc& desc, Nanos at) {
  const auto rate =
      counters_[key].Take(ValueRulesOf(desc, false), at, value.bits, samples_[key.first].count);
  if (!rate) return std::nullopt;
  return MomentValue{value.instance, *rate};
}

void RowReader::Add(const Key& key, MomentValue value) {
  RecordedRows::Series& series =
      series_.try_emplace(key, RecordedRows::Series{key.first, key.second}).first->second;
  values_ += rows_.times.size() - series.values.size();
  series.values.resize(rows_.times.size());
  series.values.back() = std::move(value);
}

RecordedRows RowReader::Take() {
  for (auto& [key, series] : series_) rows_.series.push_back(std::move(series));
  return std::move(rows_);
}

}  // namespace

Result<RecordedRows> ReadRecords(ArchiveContext& archive, const MetricChoice& choice,
                                 const RecordStretch& stretch, const CheckLimit& check) {
  RowReader reader(archive, choice, check);
  bool has_more = false;
  std::optional<Nanos> from = stretch.from;
  if (!from) {
    const auto first = reader.Before(stretch.to.value_or(kLastNanos), stretch.most, has_more);
    if (!first) return Fail(first.error());
    from = *first;
  }
  if (from)
    if (const Result<void> read = reader.Read(*from, stretch); !read) return Fail(read.error());
  RecordedRows rows = reader.Take();
  if (!stretch.from) rows.has_more = has_more;
  return rows;
}

}  // namespace fdr

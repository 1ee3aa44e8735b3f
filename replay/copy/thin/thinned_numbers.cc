// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thinned_numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "fdr/replay/copy/thin/counter_line.h"
#include "fdr/replay/copy/thin/instance_match.h"
#include "fdr/replay/copy/thin/statistic_metrics.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/replay/units/rate_units.h"
#include "fdr/replay/values/growth.h"

namespace fdr {
namespace {

constexpr std::uint64_t kRangeOf32 = std::uint64_t{1} << 32;
constexpr std::size_t kMostRemembered = 4096;  // instances

}  // namespace

ThinnedNumbers::ThinnedNumbers(const Desc& desc, Type written,
                               std::optional<Statistic> is_statistic, ThinOutput& output)
    : ThinnedMetric(desc.id, output),
      desc_(desc),
      shape_(desc.type),
      is_counter_(desc.semantics == Semantics::kCounter),
      written_as_(written),
      is_widened_(written != desc.type),
      is_statistic_(is_statistic) {
  if (is_statistic) folds_.emplace(desc.type);
}

void ThinnedNumbers::SetStatistics(std::vector<StatisticTarget> targets) {
  statistics_ = std::move(targets);
  if (is_statistic_) return;
  if (statistics_.empty())
    folds_.reset();
  else if (!folds_)
    folds_.emplace(is_counter_ ? Type::kDouble : desc_.type);
}

bool ThinnedNumbers::Read(const ValueSet& set) {
  next_bits_.resize(set.size());
  is_same_ = NumberReader(set, shape_).ReadAll(instances_, next_bits_.data());
  if (!is_same_ && !ReadOthers(set)) return false;
  if (is_counter_) LookForFalls();
  return true;
}

bool ThinnedNumbers::ReadOthers(const ValueSet& set) {
  const NumberReader reader(set, shape_);
  next_instances_.resize(set.size());
  next_bits_.resize(set.size());
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const auto bits = reader.Bits(i);
    if (!bits) return false;
    next_instances_[i] = set.Instance(i);
    next_bits_[i] = *bits;
  }
  MatchInstances(instances_, next_instances_, places_);
  return true;
}

void ThinnedNumbers::LookForFalls() {
  has_fallen_ = !is_same_ || AnyFell(desc_.type, bits_.data(), next_bits_.data(), bits_.size());
  has_reset_ = has_fallen_ && HasReset();
}

bool ThinnedNumbers::HasReset() const {
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const std::size_t next = PlaceInNext(i);
    if (next != kNoPlace && StepOf(desc_.type, bits_[i], next_bits_[next]) == CounterStep::kReset)
      return true;
  }
  if (is_same_ || gone_.empty()) return false;
  for (std::size_t i = 0; i < next_instances_.size(); ++i) {
    const auto back = gone_.find(next_instances_[i]);
    if (back != gone_.end() &&
        StepOf(desc_.type, back->second.bits, next_bits_[i]) == CounterStep::kReset)
      return true;
  }
  return false;
}

std::uint64_t ThinnedNumbers::ValueOf(Gone last) const {
  return is_widened_ ? Widened(desc_.type, last.bits) + last.base : last.bits;
}

void ThinnedNumbers::WriteLast(OutputPlace place) {
  values_.resize(instances_.size());
  for (std::size_t i = 0; i < instances_.size(); ++i) values_[i] = {instances_[i], Value(i)};
  if (is_statistic_) TakeFolds();
  Write(place);
}

void ThinnedNumbers::WriteBetween(OutputPlace place, const GridTime& next) {
  const LinePlace between{NanosBetween(last().at, place.at), NanosBetween(last().at, next.at)};
  if (!is_counter_ || between.since_low == 0) return WriteLast(place);
  const bool is_sum = IsInteger(desc_.type);
  values_.resize(instances_.size());
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const std::size_t at = PlaceInNext(i);
    std::uint64_t value = Value(i);
    if (at != kNoPlace) {
      const std::uint64_t line = LineValue(desc_.type, bits_[i], next_bits_[at], between);
      value = is_sum ? value + line : line;
    }
    values_[i] = {instances_[i], value};
  }
  Write(place);
}

void ThinnedNumbers::Write(OutputPlace place) {
  for (const auto& [instance, last] : gone_) values_.push_back({instance, ValueOf(last)});
  gone_.clear();
  if (desc_.semantics == Semantics::kDiscrete) {
    std::ranges::stable_sort(values_, {}, &ThinValue::instance);  // another order is no change
    if (values_ == written_) return;
    written_ = values_;
  }
  output().AddNumbers(place, metric(), written_as_, values_);
}

std::uint64_t ThinnedNumbers::NextBase(Gone last, std::uint64_t next) const {
  switch (StepOf(desc_.type, last.bits, next)) {
    case CounterStep::kUp:
      return last.base;
    case CounterStep::kWrap:
      return last.base + kRangeOf32;
    case CounterStep::kReset:
      return 0;
  }
  return 0;
}

// In the order of the last sample.
void ThinnedNumbers::MendBases() {
  base_.resize(bits_.size());
  for (std::size_t i = 0; i < base_.size(); ++i) {
    const std::size_t next = PlaceInNext(i);
    if (next != kNoPlace) base_[i] = NextBase({bits_[i], base_[i]}, next_bits_[next]);
  }
}

void ThinnedNumbers::Accept(bool written, double seconds) {
  if (folds_ && is_counter_) ObserveRates(seconds);
  if (folds_ && !is_same_) folds_->Move(instances_, places_, next_instances_);
  if (folds_) folds_->Observe(is_counter_ ? rates_ : next_bits_, is_statistic_ ? seconds : 0);
  if (is_widened_ && (has_fallen_ || base_.size() != bits_.size())) MendBases();
  if (!is_same_) AcceptOthers(written);
  bits_.swap(next_bits_);
}

// With other instances.
void ThinnedNumbers::AcceptOthers(bool written) {
  std::vector<std::uint64_t> base(is_widened_ ? next_bits_.size() : 0);
  std::vector<bool> is_known(next_bits_.size());
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const Gone last{bits_[i], is_widened_ ? base_[i] : 0};
    if (places_[i] == kNoPlace) {
      if (!written) gone_[instances_[i]] = last;
      if (is_widened_) Remember(instances_[i], last);
      continue;
    }
    is_known[places_[i]] = true;
    if (is_widened_) base[places_[i]] = last.base;
  }
  for (std::size_t i = 0; i < next_bits_.size(); ++i) {
    if (is_known[i]) continue;
    gone_.erase(next_instances_[i]);
    const auto back = remembered_.extract(next_instances_[i]);
    if (back) base[i] = NextBase(back.mapped(), next_bits_[i]);
  }
  instances_.swap(next_instances_);
  base_.swap(base);
}

// An instance that comes back goes on where it was, even if its last value was written long ago.
// Those that have wrapped are forgotten last: without them, the counter would fall.
void ThinnedNumbers::Remember(InstanceId instance, Gone last) {
  remembered_[instance] = last;
  if (remembered_.size() <= kMostRemembered) return;
  std::erase_if(remembered_, [](const auto& one) { return one.second.base == 0; });
  if (remembered_.size() > kMostRemembered) remembered_.erase(remembered_.begin());
}

void ThinnedNumbers::Join() {
  if (is_same_) return Accept(true, 0);
  // The sample is its two parts together.
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (places_[i] != kNoPlace) continue;
    places_[i] = static_cast<std::uint32_t>(next_bits_.size());
    next_instances_.push_back(instances_[i]);
    next_bits_.push_back(bits_[i]);
  }
  Accept(true, 0);
}

void ThinnedNumbers::ForgetValues() {
  instances_.clear();
  bits_.clear();
  base_.clear();
  gone_.clear();
  remembered_.clear();
  written_.clear();
  if (folds_) folds_->Forget();
}

// The values of a statistic are those of all its samples since the last ones that were written.
void ThinnedNumbers::TakeFolds() {
  const std::span<const SampleFold> folds = folds_->folds();
  for (std::size_t i = 0; i < values_.size() && i < folds.size(); ++i)
    values_[i].bits = folds[i].Value(*is_statistic_).value_or(values_[i].bits);
  for (auto& [instance, last] : gone_)
    if (const auto fold = folds_->gone().find(instance); fold != folds_->gone().end())
      last.bits = fold->second.Value(*is_statistic_).value_or(last.bits);
  folds_->Reset();
}

void ThinnedNumbers::Hold(double seconds) {
  if (!folds_ || is_statistic_ || is_counter_) return;
  folds_->Hold(bits_, is_same_ ? std::span<const std::uint32_t>() : places_, seconds);
}

// A rate is that of the step before the sample.
void ThinnedNumbers::ObserveRates(double seconds) {
  constexpr double kLeastSeconds = static_cast<double>(kLeastRateSpan) / kNanosPerSecond;
  rates_.assign(next_bits_.size(), std::bit_cast<std::uint64_t>(std::nan("")));
  if (seconds < kLeastSeconds) return;
  const double scale = RateScale(desc_.units).value_or(1) / seconds;
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const std::size_t next = PlaceInNext(i);
    if (next == kNoPlace) continue;
    const auto growth = GrowthOf(desc_.type, bits_[i], next_bits_[next], kOwnCounterRule);
    if (growth) rates_[next] = std::bit_cast<std::uint64_t>(growth->by * scale);
  }
}

void ThinnedNumbers::EndInterval(Timestamp at) {
  if (!folds_ || is_statistic_) return;
  const OutputPlace place = statistic_places_.Next(at);
  for (const StatisticTarget& target : statistics_) WriteStatistic(target, place);
  folds_->Reset();
}

void ThinnedNumbers::WriteStatistic(const StatisticTarget& target, OutputPlace place) {
  values_.clear();
  const std::span<const SampleFold> folds = folds_->folds();
  for (std::size_t i = 0; i < folds.size(); ++i)
    if (const auto value = folds[i].Value(target.statistic))
      values_.push_back({instances_[i], *value});
  for (const auto& [instance, fold] : folds_->gone())
    if (const auto value = fold.Value(target.statistic)) values_.push_back({instance, *value});
  if (!values_.empty()) output().AddNumbers(place, target.metric, target.type, values_);
}

}  // namespace fdr

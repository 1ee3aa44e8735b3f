// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/metric_events.h"

#include <cmath>

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/one_sample.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/replay/values/growth.h"

namespace fdr {

ValueRules ValueRulesOf(const Desc& desc, bool raw) {
  ValueRules rules{.type = desc.type, .is_singular = desc.indom.IsNull()};
  if (desc.semantics == Semantics::kDiscrete) rules.kind = ValueKind::kDiscrete;
  if (desc.semantics != Semantics::kCounter || raw) return rules;
  rules.kind = ValueKind::kRate;
  const Units& units = desc.units;
  if (units.dim_time != 0) rules.scale = std::pow(SecondsOf(units.scale_time), units.dim_time);
  return rules;
}

std::optional<double> RateBetween(const ValueRules& rules, Nanos before_at, std::uint64_t before,
                                  Nanos at, std::uint64_t bits) {
  if (at <= before_at) return std::nullopt;
  const auto growth = GrowthOf(rules.type, before, bits, kOwnCounterRule);
  if (!growth) return std::nullopt;
  const double seconds = static_cast<double>(at - before_at) / kNanosPerSecond;
  const double rate = growth->by / seconds * rules.scale;
  return std::isfinite(rate) ? std::optional(rate) : std::nullopt;
}

void MetricEvents::Read(const ValueSet& set) {
  const NumberReader reader(set, shape_);
  if (!order_.empty()) {
    bits_.resize(order_.size());
    if (reader.ReadAll(order_, bits_.data())) {
      for (std::size_t i = 0; i < order_.size(); ++i) numbers_[i].bits = bits_[i];
      return;
    }
  }
  ReadOneByOne(set, reader);
}

void MetricEvents::ReadOneByOne(const ValueSet& set, const NumberReader& reader) {
  order_.clear();
  numbers_.clear();
  bool is_whole = true;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::optional<std::uint64_t> bits = reader.Bits(i);
    is_whole &= bits.has_value();
    if (!bits) continue;
    // A metric without instances has one value, whatever instance the archive recorded.
    numbers_.push_back({SeriesOf(rules_.is_singular ? kSingular : set.Instance(i)), *bits});
    order_.push_back(set.Instance(i));
    if (rules_.is_singular) break;
  }
  if (!is_whole) order_.clear();
}

MetricEvents::Series MetricEvents::SeriesOf(InstanceId instance) {
  const auto [place, is_new] =
      places_.try_emplace(instance, static_cast<Series>(instances_.size()));
  if (is_new) {
    instances_.push_back(instance);
    last_.emplace_back();
  }
  return place->second;
}

void MetricEvents::CountSample(Nanos at) {
  if (sample_at_ && at - *sample_at_ < kOneSample) return;
  ++sample_;
  sample_at_ = at;
}

std::optional<SeriesEvent> MetricEvents::EventOf(const Number& number, Nanos at) {
  Last& last = last_[number.series];
  if (last.set == sets_) return std::nullopt;
  SeriesEvent event{.at = at};
  event.is_joined = last.segment == segment_ && last.sample + 1 >= sample_;
  if (rules_.kind == ValueKind::kRate && event.is_joined && !GiveRate(last.at, at)) {
    // It is there, but passed over.
    last.sample = sample_;
    last.set = sets_;
    return std::nullopt;
  }
  if (rules_.kind != ValueKind::kRate) {
    event.value = NumberFrom(rules_.type, number.bits);
    if (!std::isfinite(event.value)) return std::nullopt;
  } else if (event.is_joined) {
    event.value =
        RateBetween(rules_, last.at, last.bits, at, number.bits).value_or(ValueSums::kNone);
  }
  if (rules_.kind == ValueKind::kRate) event.is_joined = event.HasValue();
  last = {at, number.bits, sample_, segment_, sets_};
  return event;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_metric.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "fdr/replay/search/condition_watch.h"
#include "fdr/replay/values/growth.h"

namespace fdr {
namespace {

bool IsCounter(const Desc& desc) { return desc.semantics == Semantics::kCounter; }

}  // namespace

RuleMetricValues::RuleMetricValues(const RuleMetric& metric, const BoundRuleNode& bound)
    : bound_(bound), delay_(metric.first_sample), delayed_(metric.first_sample + 1) {
  for (const NamedInstance& instance : bound.chosen) instances_.push_back(instance.id);
  if (bound.desc.indom.IsNull()) instances_.push_back(kSingular);
}

// False if a chosen instance is missing.
bool RuleMetricValues::TakeInstances(const FetchResult& fetched, const FetchedSet& set) {
  const auto values = fetched.Values(set);
  places_.clear();
  if (bound_.desc.indom.IsNull() || !bound_.chosen.empty()) {
    for (const InstanceId instance : instances_) {
      const auto found = std::find_if(
          values.begin(), values.end(),
          [instance](const FetchedValue& value) { return value.instance == instance; });
      if (found == values.end()) return false;
      places_.push_back(static_cast<std::uint32_t>(found - values.begin()));
    }
    return true;
  }
  found_.clear();
  for (const FetchedValue& value : values) {
    places_.push_back(static_cast<std::uint32_t>(found_.size()));
    found_.push_back(value.instance);
  }
  reshaped_ = found_ != instances_;
  instances_ = found_;
  return !instances_.empty();
}

void RuleMetricValues::Read(const FetchResult& fetched, const FetchedSet& set, RuleSample& sample) {
  const auto values = fetched.Values(set);
  for (const std::uint32_t place : places_)
    if (!bound_.is_text)
      sample.numbers.push_back(NumberFrom(bound_.desc.type, values[place].bits) * bound_.factor);
  if (!bound_.is_text) return;
  last_texts_.resize(places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::string_view text = values[places_[i]].Text().value_or("");
    RuleTextValue& last = last_texts_[i];
    if (!last || *last != text) last = std::make_shared<const std::string>(text);
  }
  sample.texts = last_texts_;
}

// Nothing if the counter was reset.  PCP changes the units before it subtracts, and so the last
// digit is PCP's.  Beyond 2^53, a double does not have all integers.
std::optional<double> RuleMetricValues::GrowthIn(std::size_t place) const {
  constexpr double kExact = 0x1p53;
  const Type type = bound_.desc.type;
  const auto growth = GrowthOf(type, last_bits_[place], bits_[place], kOwnCounterRule);
  if (!growth) return std::nullopt;
  const double before = NumberFrom(type, last_bits_[place]), now = NumberFrom(type, bits_[place]);
  const bool is_exact = !growth->wrapped && -kExact < before && now < kExact;
  return is_exact ? now * bound_.factor - before * bound_.factor : growth->by * bound_.factor;
}

// False if one of the counters was reset.
bool RuleMetricValues::TakeRate() {
  const double seconds = SecondsBetween(last_at_, rate_.stamp);
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    const std::optional<double> growth = GrowthIn(i);
    if (!growth) return false;
    rate_.numbers.push_back(*growth / seconds);
  }
  return true;
}

void RuleMetricValues::Take(const FetchResult& fetched, const FetchedSet* set, Timestamp now,
                            bool after_gap, RuleRing& values) {
  reshaped_ = false;
  const bool is_blank = after_gap && IsCounter(bound_.desc);
  const bool is_all = !bound_.desc.indom.IsNull() && bound_.chosen.empty();
  const bool has_set = set != nullptr && set->status == SetStatus::kValues && !is_blank;
  const bool has_values = has_set && TakeInstances(fetched, *set);
  if (!has_set && is_all) {
    reshaped_ = !instances_.empty();
    instances_.clear();
  }
  if (reshaped_ || !has_values) {
    has_last_ = false;
    delayed_.Clear();
    values.Clear();
  }
  RuleRing& direct = delay_ > 0 ? delayed_ : values;
  TakeDirect(fetched, set, now, has_values, direct);
  if (delay_ == 0) return;
  if (delayed_.count() <= delay_) return values.Clear();
  const RuleSample& old = delayed_.At(delay_);
  RuleSample& sample = values.Push(now);
  sample.numbers = old.numbers;
  sample.texts = old.texts;
}

void RuleMetricValues::TakeDirect(const FetchResult& fetched, const FetchedSet* set, Timestamp now,
                                  bool has_values, RuleRing& values) {
  if (!has_values) return;
  if (!bound_.is_rate) {
    Read(fetched, *set, values.Push(now));
    return;
  }
  bits_.clear();
  for (const std::uint32_t place : places_) bits_.push_back(fetched.Values(*set)[place].bits);
  rate_.Begin(now);
  if (has_last_ && TakeRate())
    values.Push(now).numbers = rate_.numbers;
  else
    values.Clear();
  std::swap(bits_, last_bits_);
  last_at_ = now;
  has_last_ = true;
}

}  // namespace fdr

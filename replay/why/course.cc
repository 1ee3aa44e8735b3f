// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/course.h"

#include <algorithm>

#include "fdr/replay/counter_rule.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/replay/values/growth.h"
#include "fdr/replay/why/canonical_factor.h"

namespace fdr::why {
namespace {

constexpr double kLeastSpan = static_cast<double>(kLeastRateSpan) / kNanosPerSecond;

// No metric of a rule is negative, nor this large: the archive is damaged.
bool IsSensible(double value) {
  constexpr double kMost = 1e21;
  return value >= 0 && value <= kMost;
}

}  // namespace

Course::Course(const Desc& desc, const TimeGrid& grid)
    : type_(desc.type),
      is_counter_(desc.semantics == Semantics::kCounter),
      factor_(CanonicalFactor(desc.units)),
      cell_(grid.cell),
      sums_(grid.cells),
      parts_(grid.cells) {}

// What happened while nothing was recorded is not known: the mean of an hour would hide it.
bool Course::IsPause(double length) {
  constexpr double kManyIntervals = 3, kLongestDelay = 2;  // seconds
  const bool is_pause = taken_ > 0 && length > kLongestDelay &&
                        length > kManyIntervals * UsualDistance() + kLongestDelay;
  distances_[taken_++ % distances_.size()] = static_cast<float>(length);
  return is_pause;
}

// The upper quartile: values of one sample may have several records, which lie close together.
double Course::UsualDistance() const {
  auto distances = distances_;
  const auto end = distances.begin() +
                   static_cast<std::ptrdiff_t>(std::min<std::size_t>(taken_, distances.size()));
  const auto place = distances.begin() + (end - distances.begin()) * 3 / 4;
  std::nth_element(distances.begin(), place, end);
  return static_cast<double>(*place);
}

void Course::Take(double at, std::uint64_t bits) {
  if (last_at_ && is_counter_ && at - *last_at_ < kLeastSpan) return;
  const bool is_known = last_at_ && !IsPause(at - *last_at_);
  if (is_known && is_counter_) {
    const auto growth = GrowthOf(type_, last_bits_, bits, kOwnCounterRule);
    if (growth) Add(growth->by * factor_ / (at - *last_at_), *last_at_, at);
  } else if (!is_counter_) {
    Add(NumberFrom(type_, bits) * factor_, is_known ? *last_at_ : at - cell_, at);
  }
  last_at_ = at;
  last_bits_ = bits;
}

void Course::Add(double value, double from, double to) {
  const auto cells = static_cast<double>(sums_.size());
  from = std::clamp(from / cell_, 0.0, cells);
  to = std::clamp(to / cell_, from, cells);
  if (!IsSensible(value) || sums_.empty()) return;
  const std::size_t last = std::min(static_cast<std::size_t>(to), sums_.size() - 1);
  for (auto i = std::min(static_cast<std::size_t>(from), last); i <= last; ++i) {
    const auto begin = static_cast<double>(i);
    const double part = std::min(to, begin + 1) - std::max(from, begin);
    if (part <= 0) continue;
    sums_[i] += static_cast<float>(value * part);
    parts_[i] += static_cast<float>(part);
  }
}

Line Course::Finish() {
  // Less of a cell is rounding.
  constexpr float kLeastPart = 1e-3F;
  for (std::size_t i = 0; i < sums_.size(); ++i)
    sums_[i] = parts_[i] > kLeastPart ? sums_[i] / parts_[i] : kUnknown;
  parts_ = {};
  return std::move(sums_);
}

}  // namespace fdr::why

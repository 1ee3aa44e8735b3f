// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/peer_series.h"

#include <cmath>

namespace fdr::tools {

namespace {

// The stamps of a damaged archive may be anywhere: sums of microseconds wrap.
std::int64_t WrappingSum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

std::int64_t PeerMicros(Timestamp from, Timestamp to) {
  constexpr std::int64_t kNanosPerMicro = 1000, kMicrosPerSecond = 1'000'000;
  const auto seconds = static_cast<std::uint64_t>(to.sec) - static_cast<std::uint64_t>(from.sec);
  return WrappingSum(static_cast<std::int64_t>(seconds * kMicrosPerSecond),
                     to.nsec / kNanosPerMicro - from.nsec / kNanosPerMicro);
}

double PeerSeconds(std::int64_t micros) { return static_cast<double>(micros) / 1e6; }

// Moves on to a value.
PeerSeries::Number PeerSeries::Step(Timestamp stamp, double value) {
  Number number;
  const bool follows = any_ && !marked_;
  if (follows) number.micros = PeerMicros(last_stamp_, stamp);
  if (!is_counter()) {
    number.is_there = true;
    number.value = number.growth = value;
  } else if (follows) {
    double growth = value - last_;
    if (growth < 0 && rules_->counters == CounterRule::kPcpWrap) growth += RangeOf(rules_->type);
    number.is_there = growth >= 0;
    number.growth = growth;
    number.value = growth / Length(number.micros);
  }
  return number;
}

void PeerSeries::Take(Timestamp stamp, double value) {
  if (std::isnan(value) && any_) return;
  const Number number = Step(stamp, value);
  if (!any_) first_stamp_ = stamp;
  if (number.is_there) {
    Observe(stamp, number.value);
    sum_ += number.growth;
    // A rate lasts up to this value, any other value up to the next one.
    lasting_sum_ += is_counter() ? number.growth : last_ * PeerSeconds(number.micros);
    micros_ = WrappingSum(micros_, number.micros);
  }
  any_ = true;
  marked_ = false;
  last_ = value;
  last_stamp_ = stamp;
}

void PeerSeries::Observe(Timestamp stamp, double value) {
  if (count_ == 0) {
    min_ = max_ = {value, first_stamp_};
  } else {
    if (value < min_.value) min_ = {value, stamp};
    if (value > max_.value) max_ = {value, stamp};
  }
  ++count_;
  ++weighed_;
  weighed_sum_ += value;
}

void PeerSeries::Break(Timestamp stamp) {
  marked_ = true;
  if (!is_second_) CarryOn(stamp);
}

void PeerSeries::Finish(Timestamp stamp) { CarryOn(stamp); }

// A discrete value lasts.
void PeerSeries::CarryOn(Timestamp stamp) {
  if (!any_ || rules_->semantics != Semantics::kDiscrete) return;
  const std::int64_t micros = PeerMicros(last_stamp_, stamp);
  ++weighed_;
  weighed_sum_ += last_;
  lasting_sum_ += last_ * PeerSeconds(micros);
  micros_ = WrappingSum(micros_, micros);
  last_stamp_ = stamp;
}

void PeerSeries::BeginAgain() {
  is_second_ = true;
  any_ = marked_ = false;
}

double PeerSeries::BinWidth() const {
  return (max_.value - min_.value) / static_cast<double>(bins_.size());
}

double PeerSeries::BoundOf(std::size_t bin) const {
  return min_.value + static_cast<double>(bin + 1) * BinWidth();
}

void PeerSeries::TakeAgain(Timestamp stamp, double value) {
  if (std::isnan(value)) return;
  if (const Number number = Step(stamp, value); number.is_there) {
    // The peer adds widths up here, and multiplies for the bounds that it prints.
    double bound = min_.value + BinWidth();
    std::size_t bin = 0;
    for (; bin + 1 < bins_.size() && !(number.value <= bound); ++bin) bound += BinWidth();
    ++bins_[bin];
  }
  any_ = true;
  marked_ = false;
  last_ = value;
  last_stamp_ = stamp;
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/series_statistics.h"

#include <cmath>

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/statistics/rate_span.h"
#include "fdr/replay/values/growth.h"

namespace fdr {

SeriesStatistics::SeriesStatistics(const SeriesRules& rules, const StatisticsWindow& window)
    : rules_(rules), length_(window.seconds()) {}

void SeriesStatistics::Take(const WindowTime& now, std::uint64_t bits, bool is_recorded) {
  if (rules_.is_rate) return TakeCounter(now, bits, is_recorded);
  const double value = NumberFrom(rules_.type, bits) * rules_.scale;
  if (std::isfinite(value)) TakeNumber(now, value, is_recorded);
}

// A rate holds between two values of the counter.
void SeriesStatistics::TakeCounter(const WindowTime& now, std::uint64_t bits, bool is_recorded) {
  if (is_open_ && now.stamp < last_stamp_.Plus(kLeastRateSpan)) return;
  if (is_open_) {
    if (const auto rate = RateOver(now.at - last_at_, bits)) {
      Observe(*rate, now, is_recorded);
      AddPiece(*rate, last_at_, now.at);
    }
  }
  is_open_ = true;
  last_bits_ = bits;
  last_at_ = now.at;
  last_stamp_ = now.stamp;
}

std::optional<double> SeriesStatistics::RateOver(double seconds, std::uint64_t bits) {
  const auto growth = GrowthOf(rules_.type, last_bits_, bits, kOwnCounterRule);
  const double rate = growth ? growth->by / seconds * rules_.scale : NAN;
  if (!std::isfinite(rate)) {
    ++resets_;
    return std::nullopt;
  }
  wraps_ += growth->wrapped;
  return rate;
}

// A value holds half-way to its neighbours, as interpolation has it.
void SeriesStatistics::TakeNumber(const WindowTime& now, double value, bool is_recorded) {
  double from = now.at;
  if (is_open_) {
    from = last_at_ + (now.at - last_at_) / 2;
    AddPiece(last_value_, last_from_, from);
  }
  Observe(value, now, is_recorded);
  is_open_ = true;
  last_value_ = value;
  last_at_ = now.at;
  last_from_ = from;
}

void SeriesStatistics::Break(const WindowTime& last) { Close(last.at); }

void SeriesStatistics::Finish(const WindowTime& end) {
  Close(end.at);
  values_.Finish();
}

void SeriesStatistics::IncludeExtremes(const Extreme& min, const Extreme& max) {
  if (!has_extremes_ || min.value < min_.value) min_ = min;
  if (!has_extremes_ || max.value > max_.value) max_ = max;
  has_extremes_ = true;
}

void SeriesStatistics::Close(double end) {
  if (is_open_ && !rules_.is_rate) {
    const bool lasts = rules_.semantics == Semantics::kDiscrete && end > last_at_;
    AddPiece(last_value_, last_from_, lasts ? end : last_at_);
  }
  is_open_ = false;
}

void SeriesStatistics::Observe(double value, const WindowTime& now, bool is_recorded) {
  if (!has_extremes_ || value < min_.value) min_ = {value, now.stamp};
  if (!has_extremes_ || value > max_.value) max_ = {value, now.stamp};
  has_extremes_ = true;
  count_ += is_recorded;
}

void SeriesStatistics::AddPiece(double value, double from, double to) {
  values_.Add(value, to - from);
  if (!(length_ > 0)) return;
  if (to > from)
    cells_.Add(value, from / length_, to / length_);
  else
    cells_.AddPoint(value, from / length_);
}

}  // namespace fdr

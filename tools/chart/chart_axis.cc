// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

// The labels of an axis are multiples of `factor`.
struct AxisScale {
  double factor = 1;
  std::string suffix;
};

// A prefix if one fits, otherwise a power of ten.  Values divided by its factor are far from the
// limits of double, so that nothing below can overflow.
AxisScale AxisScaleFor(double magnitude) {
  constexpr std::array<std::string_view, 6> kPrefixes = {"k", "M", "G", "T", "P", "E"};
  if (magnitude == 0) return {};
  if (magnitude < 1e-3 || magnitude >= 1e21) {
    const double exponent = std::floor(std::log10(magnitude));
    return {std::pow(10, exponent), fmt::format("e{:+03.0f}", exponent)};
  }
  constexpr double kStep = 1000;
  AxisScale scale;
  for (std::size_t i = 0; i < kPrefixes.size() && magnitude / scale.factor >= kStep; ++i) {
    scale.factor *= kStep;
    scale.suffix = kPrefixes[i];
  }
  return scale;
}

// 1, 2 or 5 times a power of ten.
struct RoundStep {
  double value = 1;
  int decimals = 0;  // needed to write its multiples
};

// Rounds down, with a tolerance: 0.3 / 0.1 is less than 3.
double Floor(double quotient) { return std::floor(quotient + 1e-9); }

// The smallest round step, at least `least`, with which ticks `apart` rows apart have `low` and
// `high` at most `room` rows apart, counted from the row at or below `low`.
RoundStep StepFor(double low, double high, double least, double room, int apart) {
  for (int exponent = -9;; ++exponent)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double step = digit * std::pow(10, exponent), per_row = step / apart;
      if (step >= least && high / per_row - Floor(low / per_row) <= room)
        return {step, std::max(0, -exponent)};
    }
}

}  // namespace

ValueAxis ChooseValueAxis(double low, double high, int rows) {
  const AxisScale scale = AxisScaleFor(std::max(std::abs(low), std::abs(high)));
  low /= scale.factor;
  high /= scale.factor;
  const double spread = high - low;
  if (low > 0 && (spread == 0 || low <= spread)) low = 0;
  if (high < 0 && (spread == 0 || -high <= spread)) high = 0;
  if (low == high) high = 1;
  // More digits than these would leave no room for the plot.
  const double least = std::max(std::abs(low), std::abs(high)) * 1e-6;

  const int gaps = rows - 1;
  // A value nearer to the top row than to the row above it would be is drawn in the top row.
  const double room = gaps + 0.45;
  const int most_apart = std::max(1, gaps / 2);
  const int least_apart = std::min(most_apart, std::max(2, gaps / 5));
  int apart = 0;
  RoundStep step;
  for (int candidate = least_apart; candidate <= most_apart; ++candidate) {
    const RoundStep next = StepFor(low, high, least, room, candidate);
    // Fewer labels only if the plot gets clearly taller by it.
    if (apart != 0 && next.value / candidate > 0.85 * step.value / apart) continue;
    apart = candidate;
    step = next;
  }

  ValueAxis axis;
  axis.labels.resize(static_cast<std::size_t>(rows));
  axis.factor = scale.factor;
  axis.per_row = step.value / apart;
  const double bottom = Floor(low / axis.per_row);  // in rows
  axis.bottom = bottom * axis.per_row;
  for (int row = 0; row < rows; ++row) {
    const double multiple = (bottom + row) / apart;
    if (multiple != std::floor(multiple)) continue;
    axis.labels[static_cast<std::size_t>(row)] =
        multiple == 0
            ? "0"
            : fmt::format("{:.{}f}{}", multiple * step.value, step.decimals, scale.suffix);
  }
  return axis;
}

std::string PrefixedNumber(double value) {
  constexpr int kDigits = 3;
  // Rounded first, so that 999.9 becomes 1k.
  const double magnitude = std::abs(value);
  if (magnitude == 0) return "0";
  const double unit = std::pow(10, std::floor(std::log10(magnitude)) - kDigits + 1);
  const double rounded = unit > 0 ? std::round(value / unit) * unit : value;
  const AxisScale scale = AxisScaleFor(std::isfinite(rounded) ? std::abs(rounded) : magnitude);
  return fmt::format("{:.{}g}{}", value / scale.factor, kDigits, scale.suffix);
}

TimeAxis::TimeAxis(std::span<const Timestamp> samples) : empty_(samples.empty()) {
  if (empty_) return;
  const auto [first, last] = std::minmax_element(samples.begin(), samples.end());
  first_ = *first;
  last_ = *last;
  seconds_ = SecondsBetween(first_, last_);
}

double TimeAxis::FractionOf(Timestamp stamp) const {
  return seconds_ > 0 ? std::clamp(SecondsBetween(first_, stamp) / seconds_, 0.0, 1.0) : 0.5;
}

Timestamp TimeAxis::At(double fraction) const {
  if (fraction >= 1) return last_;
  const double offset = seconds_ * fraction, whole = std::floor(offset);
  // Unsigned, since the stamps of a damaged archive may be further apart than an int64_t counts.
  const std::uint64_t sec =
      static_cast<std::uint64_t>(first_.sec) + static_cast<std::uint64_t>(whole);
  return Timestamp{static_cast<std::int64_t>(sec), first_.nsec}.Plus(
      std::llround((offset - whole) * kNanosPerSecond));
}

namespace {

// Labels at the ends and between `parts` equal parts, if they fit; with 0 parts just the first one.
std::optional<std::vector<TimeLabel>> Divide(const TimeAxis& axis, const ChartTimes& times,
                                             int parts, int columns, int width, bool utf8) {
  constexpr int kGap = 4;
  std::vector<TimeLabel> labels;
  int free_from = 0;
  for (int i = 0; i <= parts; ++i) {
    const double fraction = parts == 0 ? axis.FractionOf(axis.At(0)) : 1.0 * i / parts;
    TimeLabel label;
    label.tick = static_cast<int>(std::lround(fraction * (columns - 1)));
    label.text = DisplayText(times.text(axis.At(parts == 0 ? 0 : fraction)), utf8);
    const int size = DisplayWidth(label.text);
    label.at = std::max(0, std::min(width - columns + label.tick - size / 2, width - size));
    if (label.at < free_from || label.at + size > width) return std::nullopt;
    free_from = label.at + size + kGap;
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace

std::vector<TimeLabel> PlaceTimeLabels(const TimeAxis& axis, const ChartTimes& times, int columns,
                                       int width, bool utf8) {
  if (axis.empty()) return {};
  // Halving keeps the labels of a round window round.
  for (int parts = axis.has_length() ? 8 : 0;; parts /= 2) {
    if (auto labels = Divide(axis, times, parts, columns, width, utf8)) return std::move(*labels);
    if (parts == 0) return {};
  }
}

}  // namespace fdr::tools

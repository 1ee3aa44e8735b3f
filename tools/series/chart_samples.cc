// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/chart_samples.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fdr::tools {
namespace {

// A chart cannot show more samples.  Beyond that, only the extremes of neighbours are kept.
constexpr std::size_t kMostSamples = 1 << 16;
constexpr std::size_t kMostValues = 1 << 22;     // of all series together, ...
constexpr std::size_t kFewestSamples = 1 << 10;  // ... though a chart needs some
constexpr std::size_t kThinned = 4;              // this many samples become two

// The smallest and the largest of some values, in their order.
void ThinValues(ChartSamples::Values& values, std::size_t from, std::size_t to, std::size_t kept) {
  std::optional<std::size_t> low, high;
  for (std::size_t i = from; i < to; ++i) {
    if (!values[i]) continue;
    if (!low || *values[i] < *values[*low]) low = i;
    if (!high || *values[i] > *values[*high]) high = i;
  }
  const std::optional<double> first = low ? values[std::min(*low, *high)] : std::nullopt;
  const std::optional<double> second = low ? values[std::max(*low, *high)] : std::nullopt;
  values[kept] = first;
  values[kept + 1] = second;
}

}  // namespace

void ChartSamples::Add(Timestamp stamp, std::span<const std::optional<double>> row,
                       bool after_gap) {
  const std::size_t series = std::max(values_.size(), std::size_t{1});
  if (times_.size() >= std::clamp(kMostValues / series, kFewestSamples, kMostSamples)) Thin();
  const bool goes_back = !times_.empty() && stamp < times_.back();
  if (times_.size() == 1) goes_back_ = goes_back;
  is_mixed_ |= goes_back != goes_back_;
  if (after_gap) AddGap(stamp, goes_back ? Kind::kGapBehind : Kind::kGapBefore);
  times_.push_back(stamp);
  kinds_.push_back(Kind::kRow);
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i].push_back(row[i]);
}

void ChartSamples::AddGap(Timestamp stamp, Kind kind) {
  times_.push_back(stamp);
  kinds_.push_back(kind);
  for (Values& values : values_) values.emplace_back();
}

void ChartSamples::Settle() {
  if (is_mixed_) Sort();
}

// The user turned round or jumped: a row seen twice is drawn once.
void ChartSamples::Sort() {
  std::vector<std::size_t> order(times_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::pair(times_[i], kinds_[i]); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::size_t a, std::size_t b) { return key(a) == key(b); }),
              order.end());
  const auto pick = [&](auto& all) {
    auto picked = all;
    picked.clear();
    for (const std::size_t i : order) picked.push_back(all[i]);
    all = std::move(picked);
  };
  for (Values& values : values_) pick(values);
  pick(kinds_);
  pick(times_);
  goes_back_ = is_mixed_ = false;
}

// Keeps only the smallest and the largest of every kThinned samples.
void ChartSamples::Thin() {
  Settle();
  std::size_t kept = 0;
  for (std::size_t from = 0; from < times_.size(); from += kThinned, kept += 2) {
    const std::size_t to = std::min(from + kThinned, times_.size());
    for (Values& values : values_) ThinValues(values, from, to, kept);
    times_[kept] = times_[from];
    times_[kept + 1] = times_[to - 1];
    const auto begin = kinds_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = begin + static_cast<std::ptrdiff_t>(to - from);
    const auto gap = std::find_if(begin, end, [](Kind kind) { return kind != Kind::kRow; });
    const bool has_gap = gap != end;
    const Kind second = has_gap ? *gap : Kind::kRow;
    kinds_[kept] = Kind::kRow;
    kinds_[kept + 1] = second;
    if (has_gap)
      for (Values& values : values_) values[kept + 1].reset();
  }
  times_.resize(kept);
  kinds_.resize(kept);
  for (Values& values : values_) values.resize(kept);
}

// Not every record has every metric.  No value is joined where recording was interrupted.
ChartSamples::Values ChartSamples::Joined(std::size_t series, Joint joint) const {
  Values values = values_[series];
  const std::size_t none = values.size();
  std::size_t last = none;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (kinds_[i] != Kind::kRow) last = none;
    if (!values[i]) continue;
    if (last != none) JoinTwo(values, last, i, joint);
    last = i;
  }
  return values;
}

void ChartSamples::JoinTwo(Values& values, std::size_t from, std::size_t to, Joint joint) const {
  const double length = SecondsBetween(times_[from], times_[to]);
  const double held = times_[from] <= times_[to] ? *values[from] : *values[to];
  for (std::size_t i = from + 1; i < to; ++i) {
    const double part = length != 0 ? SecondsBetween(times_[from], times_[i]) / length : 0;
    values[i] = joint == Joint::kStep ? held : *values[from] * (1 - part) + *values[to] * part;
  }
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/line.h"

#include <algorithm>
#include <optional>

namespace fdr::why {
namespace {

double QuantileOfKnown(std::vector<float> known, double part) {
  if (known.empty()) return 0;
  const auto last = static_cast<double>(known.size() - 1);
  const auto place = known.begin() + static_cast<std::ptrdiff_t>(part * last);
  std::nth_element(known.begin(), place, known.end());
  return static_cast<double>(*place);
}

}  // namespace

double QuantileOf(const Line& line, double part) {
  std::vector<float> known;
  known.reserve(line.size());
  for (const float value : line)
    if (!std::isnan(value)) known.push_back(value);
  return QuantileOfKnown(std::move(known), part);
}

double UsualOutside(const Line& line, const CellRange& range) {
  std::vector<float> known;
  known.reserve(line.size());
  for (std::size_t i = 0; i < line.size(); ++i)
    if ((i < range.first || i >= range.end) && !std::isnan(line[i])) known.push_back(line[i]);
  return QuantileOfKnown(std::move(known), 0.5);
}

double MeanIn(const Line& line, const CellRange& range) {
  double sum = 0, count = 0;
  for (std::size_t i = range.first; i < std::min(range.end, line.size()); ++i) {
    if (std::isnan(line[i])) continue;
    sum += static_cast<double>(line[i]);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

double LargestIn(const Line& line, const CellRange& range) {
  std::optional<double> largest;
  for (std::size_t i = range.first; i < std::min(range.end, line.size()); ++i)
    if (!std::isnan(line[i]))
      largest = std::max(largest.value_or(line[i]), static_cast<double>(line[i]));
  return largest.value_or(0);
}

double LeastIn(const Line& line, const CellRange& range) {
  std::optional<double> least;
  for (std::size_t i = range.first; i < std::min(range.end, line.size()); ++i)
    if (!std::isnan(line[i]))
      least = std::min(least.value_or(line[i]), static_cast<double>(line[i]));
  return least.value_or(0);
}

Line SumOf(const Line& a, const Line& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return Combine([](float x, float y) { return x + y; }, a, b);
}

}  // namespace fdr::why

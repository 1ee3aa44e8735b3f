// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/own_interval.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace fdr::tools {
namespace {

constexpr std::size_t kRecords = 64;

// 998 ms and 1003 ms are meant as a second.
std::int64_t Rounded(std::int64_t nanos) {
  const double digits = std::floor(std::log10(static_cast<double>(nanos)));
  const double unit = std::pow(10.0, std::max(digits - 1, 0.0));
  return static_cast<std::int64_t>(std::round(static_cast<double>(nanos) / unit) * unit);
}

}  // namespace

std::int64_t OwnInterval(Context& context, std::span<const MetricId> metrics, Timestamp from) {
  constexpr double kShortest = 1e6, kLongest = 1e15;
  std::vector<std::int64_t> distances;
  std::optional<Timestamp> last;
  FetchResult result;
  if (!context.SetMode(Mode::kForward, from)) return kNanosPerSecond;
  for (std::size_t i = 0; i < kRecords; ++i) {
    if (const Fetched fetched = context.Fetch(metrics, result); !fetched || !*fetched) break;
    if (last && !result.after_gap()) {
      const double nanos = SecondsBetween(*last, result.stamp()) * kNanosPerSecond;
      if (nanos >= kShortest && nanos <= kLongest)
        distances.push_back(static_cast<std::int64_t>(nanos));
    }
    last = result.stamp();
  }
  if (distances.empty()) return kNanosPerSecond;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::nth_element(distances.begin(), middle, distances.end());
  return Rounded(*middle);
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/bars.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace fdr::tools {

std::string Bars(std::span<const std::optional<double>> heights, bool utf8) {
  constexpr std::array<std::string_view, 8> kBlocks = {"\u2581", "\u2582", "\u2583", "\u2584",
                                                       "\u2585", "\u2586", "\u2587", "\u2588"};
  constexpr std::string_view kAscii = "_.:-=+*#";
  std::string bars;
  for (const std::optional<double>& height : heights) {
    if (!height) {
      bars += ' ';
      continue;
    }
    const auto level = static_cast<std::size_t>(std::lround(std::clamp(*height, 0.0, 1.0) * 7));
    bars += utf8 ? kBlocks[level] : kAscii.substr(level, 1);
  }
  return bars;
}

std::string Sparkline(std::span<const std::optional<double>> values, bool utf8) {
  std::optional<double> low, high;
  for (const std::optional<double>& value : values) {
    if (!value || !std::isfinite(*value)) continue;
    low = std::min(low.value_or(*value), *value);
    high = std::max(high.value_or(*value), *value);
  }
  std::vector<std::optional<double>> heights(values.size());
  if (!low) return Bars(heights, utf8);
  // Halves, because the difference of two large numbers may be infinite.
  const double spread = *high / 2 - *low / 2;
  if (*low > 0 && *low / 2 <= spread) low = 0;
  double size = *high / 2 - *low / 2;
  // Means of equal numbers differ by their rounding.
  if (size < std::max(std::fabs(*high), std::fabs(*low)) * 1e-6) size = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] && std::isfinite(*values[i]))
      heights[i] = size > 0 ? (*values[i] / 2 - *low / 2) / size : 0;
  return Bars(heights, utf8);
}

}  // namespace fdr::tools

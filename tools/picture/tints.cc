// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/picture/tints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "fdr/tools/text/series_colors.h"

namespace fdr::tools {
namespace {

struct TintPair {
  Rgb on_white, on_black;
};
constexpr TintPair kPaperTints = {{255, 255, 255}, {19, 23, 28}};
constexpr TintPair kTextTints = {{31, 35, 40}, {230, 233, 237}};
constexpr TintPair kFaintTints = {{89, 96, 105}, {154, 163, 173}};
constexpr TintPair kGridTints = {{226, 230, 234}, {46, 53, 61}};

// From nearly the paper to the strongest contrast with it, by way of colours that differ in
// brightness: people who see few colours still see the order.
constexpr std::array<Rgb, 5> kHeatOnWhite = {
    Rgb{237, 243, 246}, {167, 206, 219}, {72, 153, 186}, {29, 89, 150}, {24, 20, 74}};
constexpr std::array<Rgb, 5> kHeatOnBlack = {
    Rgb{34, 42, 53}, {36, 82, 122}, {58, 140, 142}, {162, 192, 95}, {253, 231, 76}};

Rgb Between(std::span<const Rgb> colors, double part) {
  const double place = part * static_cast<double>(colors.size() - 1);
  const auto left = std::min(static_cast<std::size_t>(place), colors.size() - 2);
  const double right = place - static_cast<double>(left);
  const auto mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * right));
  };
  const Rgb &a = colors[left], &b = colors[left + 1];
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

}  // namespace

Rgb ColorOf(Paint paint, Paper paper) {
  const bool is_white = paper == Paper::kWhite;
  const auto of = [&](const TintPair& tints) { return is_white ? tints.on_white : tints.on_black; };
  switch (paint.tint) {
    case Tint::kPaper:
      return of(kPaperTints);
    case Tint::kText:
      return of(kTextTints);
    case Tint::kFaint:
      return of(kFaintTints);
    case Tint::kGrid:
      return of(kGridTints);
    case Tint::kHeat:
      return Between(is_white ? kHeatOnWhite : kHeatOnBlack,
                     std::clamp(paint.index / (kHeatTints - 1.0), 0.0, 1.0));
    case Tint::kSeries:
    case Tint::kBand:
      break;
  }
  const SeriesColor& color =
      kSeriesColors[static_cast<std::size_t>(paint.index) % kSeriesColors.size()];
  return {color.red, color.green, color.blue};
}

}  // namespace fdr::tools

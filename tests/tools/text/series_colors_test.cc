// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether colours can be told apart.  Colour blindness is computed with the matrices of Machado,
// Oliveira and Fernandes (2009), and distances as in CIE 1976.

#include "fdr/tools/text/series_colors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace fdr::tools {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix kSeesAll = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kBlindToRed = {{{0.152286, 1.052583, -0.204868},
                                 {0.114503, 0.786281, 0.099216},
                                 {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kBlindToGreen = {{{0.367322, 0.860646, -0.227968},
                                   {0.280085, 0.672501, 0.047413},
                                   {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kBlindToBlue = {{{1.255528, -0.076749, -0.178779},
                                  {-0.078411, 0.930809, 0.147602},
                                  {0.004733, 0.691367, 0.303900}}};

Triple Times(const Matrix& matrix, const Triple& light) {
  Triple seen = {};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t i = 0; i < 3; ++i) seen[row] += matrix[row][i] * light[i];
    seen[row] = std::clamp(seen[row], 0.0, 1.0);
  }
  return seen;
}

Triple LightOf(const SeriesColor& color) {
  const auto linear = [](std::uint8_t byte) {
    const double part = byte / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return {linear(color.red), linear(color.green), linear(color.blue)};
}

double Brightness(const Triple& light) {
  return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}

Triple LabOf(const Triple& light) {
  constexpr Matrix kXyz = {
      {{0.4339, 0.3762, 0.1899}, {0.2126, 0.7152, 0.0722}, {0.0177, 0.1095, 0.8729}}};
  Triple f = Times(kXyz, light);
  for (double& part : f) part = part > 0.008856 ? std::cbrt(part) : 7.787 * part + 16.0 / 116;
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

double Distance(const Triple& a, const Triple& b) {
  return std::sqrt(std::pow(a[0] - b[0], 2) + std::pow(a[1] - b[1], 2) + std::pow(a[2] - b[2], 2));
}

TEST(SeriesColorsTest, TheyDifferForColourBlindPeople) {
  for (const Matrix& eyes : {kSeesAll, kBlindToRed, kBlindToGreen, kBlindToBlue})
    for (std::size_t a = 0; a < kSeriesColors.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        EXPECT_GT(Distance(LabOf(Times(eyes, LightOf(kSeriesColors[a]))),
                           LabOf(Times(eyes, LightOf(kSeriesColors[b])))),
                  18)
            << a << " and " << b;
}

TEST(SeriesColorsTest, TheyAreSeenOnBlackAndOnWhite) {
  for (const SeriesColor& color : kSeriesColors) {
    const double brightness = Brightness(LightOf(color));
    EXPECT_GT(1.05 / (brightness + 0.05), 2.2) << color.code;
    EXPECT_GT((brightness + 0.05) / 0.05, 3) << color.code;
  }
}

TEST(SeriesColorsTest, TerminalsShowTheSameColours) {
  constexpr std::array kLevels = {0, 95, 135, 175, 215, 255};
  for (const SeriesColor& color : kSeriesColors) {
    const std::string code(color.code);
    const int number = std::atoi(code.c_str() + code.rfind(';') + 1);
    Triple shown = {};
    if (number >= 232) {
      shown = {8.0 + 10 * (number - 232), 8.0 + 10 * (number - 232), 8.0 + 10 * (number - 232)};
    } else {
      const auto cube = static_cast<std::size_t>(number - 16);
      shown = {double(kLevels[cube / 36]), double(kLevels[cube / 6 % 6]),
               double(kLevels[cube % 6])};
    }
    EXPECT_EQ(shown, (Triple{double(color.red), double(color.green), double(color.blue)})) << code;
  }
}

}  // namespace
}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/number_text.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace fdr::tools {
namespace {

std::string Double(double value) {
  std::array<char, kNumberRoom> text;
  return {text.data(), WriteDouble(value, text.data())};
}

std::string Float(float value) {
  std::array<char, kNumberRoom> text;
  return {text.data(), WriteFloat(value, text.data())};
}

std::string Printf(const char* format, double value) {
  std::array<char, 64> text;
  const int size = std::snprintf(text.data(), text.size(), format, value);
  return {text.data(), static_cast<std::size_t>(size)};
}

void ExpectAsPrintf(double value) {
  ASSERT_EQ(Double(value), Printf("%.16g", value)) << std::hexfloat << value;
  const auto narrow = static_cast<float>(value);
  ASSERT_EQ(Float(narrow), Printf("%.8g", static_cast<double>(narrow))) << std::hexfloat << value;
}

void ExpectAsPrintfAround(double value) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double below = value, above = value;
  for (int i = 0; i < 8; ++i) {
    ExpectAsPrintf(below);
    ExpectAsPrintf(-above);
    below = std::nextafter(below, -kInfinity);
    above = std::nextafter(above, kInfinity);
  }
}

TEST(NumberText, SpecialNumbersAreWrittenAsPrintfDoes) {
  using Limits = std::numeric_limits<double>;
  for (const double value :
       {0.0, -0.0, Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
        -Limits::quiet_NaN(), Limits::max(), Limits::min(), Limits::denorm_min(), 0.1, 1e15, 1e16,
        -1e16, 12345678.5, 99999999.5, 9999999999999998.0})
    ExpectAsPrintf(value);
  using FloatLimits = std::numeric_limits<float>;
  for (const float value :
       {FloatLimits::max(), FloatLimits::min(), FloatLimits::denorm_min(), 0.1f})
    ExpectAsPrintf(static_cast<double>(value));
}

TEST(NumberText, PowersAndTheirNeighboursAreWrittenAsPrintfDoes) {
  for (int power = -330; power <= 308; ++power) ExpectAsPrintfAround(std::pow(10.0, power));
  for (int power = -1074; power <= 1023; ++power) ExpectAsPrintfAround(std::ldexp(1.0, power));
}

TEST(NumberText, AnyBitsAreWrittenAsPrintfDoes) {
  std::mt19937_64 random(20260101);
  for (int i = 0; i < 50'000; ++i) ExpectAsPrintf(std::bit_cast<double>(random()));
  for (int i = 0; i < 50'000; ++i)
    ExpectAsPrintf(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(random()))));
}

TEST(NumberText, NumbersOfUsualSizeAreWrittenAsPrintfDoes) {
  std::mt19937_64 random(20260102);
  std::uniform_real_distribution<double> exponent(-5, 18);
  for (int i = 0; i < 50'000; ++i) {
    const double value = std::pow(10.0, exponent(random));
    ExpectAsPrintf(value);
    // Measured and computed values have few decimals.  Binary fractions may lie halfway between two
    // decimals.
    for (const double unit : {10.0, 1000.0, 1e6, 8.0, 4096.0})
      ExpectAsPrintf(std::round(value * unit) / unit);
  }
}

}  // namespace
}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/web_value_text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace fdr {
namespace {

std::string NumberText(Type type, std::uint64_t bits, std::uint32_t header = 0) {
  std::string text;
  return AppendNumberText(type, {kSingular, header, bits}, text) ? text : "nothing";
}

std::string FloatText(float value) {
  return NumberText(Type::kFloat, std::bit_cast<std::uint32_t>(value));
}

std::string DoubleText(double value) {
  return NumberText(Type::kDouble, std::bit_cast<std::uint64_t>(value),
                    BlockHeader(Type::kDouble, sizeof value));
}

TEST(ValueTextTest, WholeNumbersAreWhole) {
  EXPECT_EQ(NumberText(Type::k32, 0xffffffff), "-1");
  EXPECT_EQ(NumberText(Type::kU32, 0xffffffff), "4294967295");
  EXPECT_EQ(NumberText(Type::k64, ~std::uint64_t{0}, BlockHeader(Type::k64, 8)), "-1");
  EXPECT_EQ(NumberText(Type::kU64, ~std::uint64_t{0}, BlockHeader(Type::kU64, 8)),
            "18446744073709551615");
}

TEST(ValueTextTest, FloatsHaveEightDigits) {
  EXPECT_EQ(FloatText(4.34F), "4.3400002");
  EXPECT_EQ(FloatText(3.46F), "3.46");
  EXPECT_EQ(FloatText(1e30F), "1e+30");
  EXPECT_EQ(FloatText(-0.0F), "-0");
}

TEST(ValueTextTest, DoublesReadBack) {
  EXPECT_EQ(DoubleText(0.8870912989086643), "0.8870912989086643");
  EXPECT_EQ(DoubleText(0.1 + 0.2), "0.30000000000000004");
}

TEST(ValueTextTest, WhatHasNoJsonIsLeftOut) {
  EXPECT_EQ(FloatText(std::numeric_limits<float>::infinity()), "nothing");
  EXPECT_EQ(DoubleText(std::nan("")), "nothing");
  EXPECT_EQ(NumberText(Type::kEvent, 0), "nothing");
}

TEST(ValueTextTest, StringsAndAggregatesAreTextsUpToNul) {
  FetchResult result;
  result.Begin({});
  result.AddSet({}, SetStatus::kValues);
  for (const Type type : {Type::kString, Type::kAggregate, Type::kAggregateStatic, Type::kEvent})
    result.AddBytes(kSingular, type, AsBytes(std::string_view("ab\0c", 4)));
  const std::span<const FetchedValue> values = result.AllValues();
  EXPECT_EQ(StringIn(Type::kString, values[0]), "ab");
  EXPECT_EQ(StringIn(Type::kAggregate, values[1]), "ab");
  EXPECT_EQ(StringIn(Type::kAggregateStatic, values[2]), "ab");
  EXPECT_EQ(StringIn(Type::kEvent, values[3]), std::nullopt);
  EXPECT_EQ(StringIn(Type::kString, {kSingular, 0, 7}), std::nullopt);
}

TEST(ValueTextTest, StampsHaveNineDecimals) {
  std::string text;
  AppendStampText({1795406644, 74554968}, text);
  EXPECT_EQ(text, "1795406644.074554968");
  text.clear();
  AppendStampText({5, 0}, text);
  EXPECT_EQ(text, "5.000000000");
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/cell.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace fdr::test {
namespace {

using tools::Cell;
using tools::CellOf;
using tools::ExactText;
using tools::Rate;
using tools::ReadableText;

FetchedValue Block(Type type, Bytes payload) {
  return {0,
          static_cast<std::uint32_t>(type) << 24 | static_cast<std::uint32_t>(payload.size() + 4),
          reinterpret_cast<std::uint64_t>(payload.data())};
}

Desc DescOf(Type type) {
  Desc desc;
  desc.type = type;
  return desc;
}

std::string TextOf(const FetchedValue& value, Type type) {
  return ExactText(CellOf(value, DescOf(type)));
}

TEST(CellTest, NumbersAreOfTheMetricsType) {
  const FetchedValue in_place{0, 0, 0xffffffff};
  EXPECT_EQ(TextOf(in_place, Type::k32), "-1");
  EXPECT_EQ(TextOf(in_place, Type::kU32), "4294967295");
  EXPECT_EQ(TextOf({0, 0, std::bit_cast<std::uint32_t>(0.1f)}, Type::kFloat), "0.1");
  const std::uint32_t header = static_cast<std::uint32_t>(Type::kU64) << 24 | 12;
  EXPECT_EQ(TextOf({0, header, ~std::uint64_t{0}}, Type::kU64), "18446744073709551615");
}

TEST(CellTest, BlocksWithoutATypeAreNumbersIfTheyAreAsLarge) {
  constexpr std::array kEight = {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{0},
                                 std::byte{0}, std::byte{0}, std::byte{1}, std::byte{2}};
  const Type untyped = static_cast<Type>(0xff);
  EXPECT_EQ(TextOf(Block(untyped, kEight), Type::kU64), "258");
  EXPECT_EQ(TextOf(Block(untyped, Bytes(kEight).subspan(4)), Type::kFloat), "3.62e-43");
  EXPECT_EQ(TextOf(Block(untyped, Bytes(kEight).first(7)), Type::kU64), "");
}

TEST(CellTest, TextsEndAtTheFirstNulAndOtherBytesAreCounted) {
  constexpr std::array kText = {std::byte{'o'}, std::byte{'k'}, std::byte{0}, std::byte{'x'}};
  EXPECT_EQ(TextOf(Block(Type::kString, kText), Type::kString), "ok");
  EXPECT_EQ(TextOf(Block(Type::kAggregate, kText), Type::kAggregate), "<4 bytes>");
  EXPECT_EQ(TextOf({0, 0, 7}, Type::kString), "");
}

TEST(CellTest, RatesAreOfGrowthAlone) {
  EXPECT_EQ(Rate(Type::kU64, std::uint64_t{10}, std::uint64_t{30}, 10, 1), Cell(2.0));
  EXPECT_EQ(Rate(Type::kU64, std::uint64_t{10}, std::uint64_t{30}, 10, 1e-3), Cell(0.002));
  EXPECT_EQ(Rate(Type::k64, std::int64_t{-10}, std::int64_t{10}, 10, 1), Cell(2.0));
  EXPECT_EQ(Rate(Type::k64, std::numeric_limits<std::int64_t>::min(),
                 std::numeric_limits<std::int64_t>::max(), 1, 1),
            Cell(18446744073709551615.0));
  EXPECT_EQ(Rate(Type::kFloat, 1.5f, 2.5f, 2, 1), Cell(0.5));
  EXPECT_EQ(Rate(Type::kU64, std::uint64_t{5}, std::uint64_t{4}, 1, 1), Cell());
  EXPECT_EQ(Rate(Type::kDouble, 1.0, std::nan(""), 1, 1), Cell());
  EXPECT_EQ(Rate(Type::kDouble, 1.0, 2.0, 0, 1), Cell());
  EXPECT_EQ(Rate(Type::kDouble, 1.0, std::uint64_t{2}, 1, 1), Cell());
  EXPECT_EQ(Rate(Type::kDouble, Cell(), Cell(), 1, 1), Cell());
  EXPECT_EQ(Rate(Type::kString, std::string("1"), std::string("2"), 1, 1), Cell());
}

TEST(CellTest, PeopleSeeThreeDecimals) {
  EXPECT_EQ(ReadableText(Cell()), "-");
  EXPECT_EQ(ReadableText(1.0 / 3), "0.333");
  EXPECT_EQ(ReadableText(1234567890.0), "1.23457e+09");
  EXPECT_EQ(ReadableText(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(ReadableText(std::int64_t{-7}), "-7");
  EXPECT_EQ(ReadableText(std::string("a\x1b")), "a\\x1b");
  EXPECT_EQ(tools::NumberOf(std::string("1")), std::nullopt);
  EXPECT_EQ(tools::NumberOf(Cell()), std::nullopt);
  EXPECT_EQ(tools::NumberOf(0.5f), 0.5);
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/fetch_result.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <type_traits>

namespace fdr {
namespace {

constexpr MetricId kText = MetricId::Build(60, 0, 1);
constexpr Timestamp kStamp{1000, 5};

static_assert(!std::is_copy_constructible_v<FetchResult>);
static_assert(!std::is_copy_assignable_v<FetchResult>);
static_assert(std::is_nothrow_move_constructible_v<FetchResult>);
static_assert(std::is_nothrow_move_assignable_v<FetchResult>);

void Fill(FetchResult& result, Timestamp stamp, const std::string& text) {
  result.Begin(stamp, true);
  result.SetAfterGap(true);
  result.AddSet(kText, SetStatus::kValues);
  result.AddBytes(1, Type::kString, std::as_bytes(std::span(text)));
  result.AddInPlace(2, 7);
}

std::string TextIn(const FetchResult& result) {
  const Bytes payload = result.Values(result.sets()[0])[0].Payload();
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

TEST(FetchResultTest, AMovedResultTakesItsPayloadsAlongAndLeavesNothing) {
  FetchResult first;
  Fill(first, kStamp, "abc");
  FetchResult second(std::move(first));
  EXPECT_EQ(second.stamp(), kStamp);
  EXPECT_TRUE(second.is_mark());
  EXPECT_TRUE(second.after_gap());
  EXPECT_EQ(TextIn(second), "abc");
  // NOLINTBEGIN(bugprone-use-after-move): the test looks at moved-from results
  EXPECT_EQ(first.stamp(), Timestamp{});
  EXPECT_TRUE(first.sets().empty());
  EXPECT_FALSE(first.is_mark());
  EXPECT_FALSE(first.after_gap());
  Fill(first, {2000, 0}, "of the other");
  // NOLINTEND(bugprone-use-after-move)
  EXPECT_EQ(TextIn(first), "of the other");
  EXPECT_EQ(TextIn(second), "abc");
}

TEST(FetchResultTest, AValueIsANumberOrAText) {
  FetchResult result;
  result.Begin(kStamp);
  result.AddSet(kText, SetStatus::kValues);
  result.AddInPlace(1, static_cast<std::uint32_t>(-7));
  result.AddNumber(2, Type::kU64, 8, ~std::uint64_t{0});
  result.AddNumber(3, Type::kDouble, 8, std::bit_cast<std::uint64_t>(0.5));
  result.AddNumber(4, Type::kFloat, 4, std::bit_cast<std::uint32_t>(-2.5F));
  const std::string text("abc\0def", 7), number("\0\0\0\0\0\0\0\x05", 8);
  result.AddBytes(5, Type::kString, std::as_bytes(std::span(text)));
  result.AddBytes(6, Type::kAggregate, std::as_bytes(std::span(number)));
  const std::span<const FetchedValue> values = result.Values(result.sets()[0]);
  EXPECT_EQ(values[0].Number(Type::k32), -7.0);
  EXPECT_EQ(values[0].Number(Type::kU32), 4294967289.0);
  EXPECT_EQ(values[0].Number(Type::kString), std::nullopt);
  EXPECT_EQ(values[1].Number(Type::kU64), 0x1p64);
  EXPECT_EQ(values[1].Number(Type::k64), -1.0);
  EXPECT_EQ(values[2].Number(Type::kDouble), 0.5);
  EXPECT_EQ(values[3].Number(Type::kFloat), -2.5);
  EXPECT_EQ(values[4].Number(Type::kU64), std::nullopt) << "seven bytes";
  EXPECT_EQ(values[5].Number(Type::kU64), 5.0) << "a block without a type";
  EXPECT_EQ(values[0].Text(), std::nullopt);
  EXPECT_EQ(values[1].Text(), std::nullopt);
  EXPECT_EQ(values[4].Text(), "abc");
}

TEST(FetchResultTest, AnAssignedResultForgetsWhatItHad) {
  FetchResult first, second;
  Fill(first, kStamp, "abc");
  Fill(second, {2000, 0}, "something that is longer");
  second = std::move(first);
  ASSERT_EQ(second.sets().size(), 1u);
  EXPECT_EQ(TextIn(second), "abc");
  EXPECT_EQ(second.Values(second.sets()[0])[1].Word(), 7u);
  Fill(first, kStamp, "again");  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(TextIn(first), "again");
  first.Begin(kStamp);
  EXPECT_EQ(TextIn(second), "abc");
}

TEST(FetchResultTest, PayloadsStayWhereTheyAreWhenMoreAreAdded) {
  const std::string large(40'000, 'x');
  FetchResult result;
  Fill(result, kStamp, "first");
  for (int i = 0; i < 100; ++i) result.AddBytes(3, Type::kString, std::as_bytes(std::span(large)));
  EXPECT_EQ(TextIn(result), "first");
  EXPECT_EQ(result.Values(result.sets()[0])[101].Payload().size(), large.size());
}

TEST(FetchResultTest, BytesThatAreANumberAreOne) {
  constexpr std::array kBytes = {std::byte{0}, std::byte{0}, std::byte{1}, std::byte{2},
                                 std::byte{0}, std::byte{0}, std::byte{0}, std::byte{3}};
  FetchResult result;
  result.Begin({});
  result.AddSet({}, SetStatus::kValues);
  result.AddBytes(1, Type::kU64, kBytes);
  result.AddBytes(1, Type::kFloat, std::span(kBytes).first(4));
  result.AddBytes(1, Type::kFloat, kBytes);
  EXPECT_EQ(result.AllValues()[0].bits, 0x10200000003u);
  EXPECT_EQ(result.AllValues()[1].bits, 0x102u);
  EXPECT_EQ(AsText(result.AllValues()[2].Payload()), AsText(kBytes));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/conflicts/common_form.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr Units kByte{.dim_space = 1};
constexpr Units kKbyte{.dim_space = 1, .scale_space = 1};
constexpr Units kKbytePerSecond{
    .dim_space = 1, .dim_time = -1, .scale_space = 1, .scale_time = kSecondScale};
constexpr Units kBytePerMinute{.dim_space = 1, .dim_time = -1, .scale_time = kMinuteScale};

Desc Of(Type type, Units units = {}, Semantics semantics = Semantics::kInstant) {
  return {.id = MetricId::Build(60, 0, 1), .type = type, .semantics = semantics, .units = units};
}

TEST(CommonFormTest, ATypeHoldsTheValuesOfBoth) {
  EXPECT_EQ(CommonType(Type::k32, Type::k32), Type::k32);
  EXPECT_EQ(CommonType(Type::k32, Type::k64), Type::k64);
  EXPECT_EQ(CommonType(Type::kU32, Type::kU64), Type::kU64);
  EXPECT_EQ(CommonType(Type::kU32, Type::k32), Type::k64);
  EXPECT_EQ(CommonType(Type::kFloat, Type::kU32), Type::kDouble);
  EXPECT_EQ(CommonType(Type::kString, Type::kString), Type::kString);
  EXPECT_EQ(CommonType(Type::kString, Type::k32), std::nullopt);
  EXPECT_EQ(CommonType(Type::kEvent, Type::k64), std::nullopt);
}

TEST(CommonFormTest, ValuesAreWholeMultiplesOfTheUnits) {
  EXPECT_EQ(CommonUnits(kKbyte, kByte), kByte);
  const auto rate = CommonUnits(kKbytePerSecond, kBytePerMinute);
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->scale_space, 0);
  EXPECT_EQ(rate->scale_time, kMinuteScale) << "60 times as many bytes";
  EXPECT_EQ(CommonUnits(kKbyte, kKbytePerSecond), std::nullopt);
}

TEST(CommonFormTest, LargerNumbersNeedALargerType) {
  EXPECT_EQ(CommonForm(Of(Type::kU32, kKbyte), Of(Type::kU32, kByte))->type, Type::kU64);
  EXPECT_EQ(CommonForm(Of(Type::k32, kKbyte), Of(Type::k32, kByte))->type, Type::k64);
  EXPECT_EQ(CommonForm(Of(Type::kFloat, kKbyte), Of(Type::kFloat, kByte))->type, Type::kFloat);
  EXPECT_EQ(CommonForm(Of(Type::kU32, kByte), Of(Type::kU32, kByte))->type, Type::kU32);
}

TEST(CommonFormTest, ACounterIsNothingElse) {
  EXPECT_EQ(CommonForm(Of(Type::kU32, {}, Semantics::kCounter), Of(Type::kU32)), std::nullopt);
  EXPECT_EQ(CommonForm(Of(Type::kU32, {}, Semantics::kDiscrete), Of(Type::kU32))->semantics,
            Semantics::kInstant);
}

TEST(CommonFormTest, OtherInstancesAreOtherMetrics) {
  Desc other = Of(Type::kU32);
  other.indom = InDomId::Build(60, 1);
  EXPECT_EQ(CommonForm(Of(Type::kU32), other), std::nullopt);
}

}  // namespace
}  // namespace fdr

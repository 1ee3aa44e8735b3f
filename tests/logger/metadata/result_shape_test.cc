// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/result_shape.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr MetricId kOne = MetricId::Build(1, 0, 1), kOther = MetricId::Build(1, 0, 2);

void Fill(FetchResult& result, MetricId first, std::vector<InstanceId> instances,
          SetStatus second = SetStatus::kNoValues, std::uint32_t value = 0) {
  result.Begin({100 + value, 0});
  result.AddSet(first, SetStatus::kValues);
  for (const InstanceId instance : instances) result.AddInPlace(instance, value);
  result.AddSet(kOther, second);
}

TEST(ResultShapesTest, OnlyValuesMayDiffer) {
  ResultShapes shapes;
  FetchResult result;
  Fill(result, kOne, {1, 2});
  EXPECT_FALSE(shapes.Knows(result));
  shapes.Remember(result);
  Fill(result, kOne, {1, 2}, SetStatus::kNoValues, 7);
  EXPECT_TRUE(shapes.Knows(result));
  for (const std::vector<InstanceId>& others :
       std::vector<std::vector<InstanceId>>{{1}, {2}, {1, 3}, {2, 1}, {1, 2, 3}, {}}) {
    Fill(result, kOne, others);
    EXPECT_FALSE(shapes.Knows(result)) << others.size();
  }
  Fill(result, kOne, {1, 2}, SetStatus::kRecordedError);
  EXPECT_FALSE(shapes.Knows(result));
  Fill(result, kOne, {1, 2});
  EXPECT_TRUE(shapes.Knows(result));
  shapes.Clear();
  EXPECT_FALSE(shapes.Knows(result));
}

TEST(ResultShapesTest, ATypeMayNotDiffer) {
  ResultShapes shapes;
  FetchResult result;
  const auto fill = [&](Type type) {
    result.Begin({100, 0});
    result.AddSet(kOne, SetStatus::kValues).format = ValueFormat::kPointer;
    result.AddNumber(kSingular, type, 8, 7);
  };
  fill(Type::kU64);
  shapes.Remember(result);
  EXPECT_TRUE(shapes.Knows(result));
  fill(Type::kDouble);
  EXPECT_FALSE(shapes.Knows(result));
  Fill(result, kOne, {kSingular});
  EXPECT_FALSE(shapes.Knows(result));
}

TEST(ResultShapesTest, FetchesTakeTurns) {
  ResultShapes shapes;
  FetchResult one, other, none;
  Fill(one, kOne, {1});
  Fill(other, kOther, {1, 2, 3});
  shapes.Remember(one);
  shapes.Remember(other);
  EXPECT_TRUE(shapes.Knows(one));
  EXPECT_TRUE(shapes.Knows(other));
  shapes.Remember(none);
  EXPECT_FALSE(shapes.Knows(none));
}

}  // namespace
}  // namespace fdr

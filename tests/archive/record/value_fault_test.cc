// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/value_fault.h"

#include <gtest/gtest.h>

#include <functional>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;

constexpr MetricId kId = MetricId::Build(1, 2, 3);
constexpr const char* kType = "values of another type than their metric";
constexpr const char* kSize = "values that are not as large as their type";

std::string FaultOf(Type type, const std::function<void(ResultEncoder&)>& fill) {
  ResultEncoder encoder;
  encoder.Begin({1000, 0});
  fill(encoder);
  ByteBuffer bytes;
  encoder.Encode(Version::k3, bytes);
  ResultRecord record;
  EXPECT_TRUE(record.Decode(Version::k3, Bytes(bytes).subspan(4, bytes.size() - 8)));
  return std::string(
      ValueFault(record.sets()[0], Desc{kId, type, {}, Semantics::kInstant, {}}).value_or(""));
}

std::string InPlace(Type type) {
  return FaultOf(type, [](ResultEncoder& encoder) {
    encoder.BeginSet(kId, ValueFormat::kInPlace);
    encoder.AddInPlace(kSingular, 5);
  });
}

std::string Block(Type type, Type stored, Bytes payload) {
  return FaultOf(type, [&](ResultEncoder& encoder) {
    encoder.BeginSet(kId, ValueFormat::kPointer);
    encoder.AddBlock(0, stored, payload);
    encoder.AddBlock(1, stored, payload);
  });
}

std::string Block(Type type, Type stored, std::size_t size) {
  return Block(type, stored, RecordBuilder().Fill(size, 0));
}

TEST(ValueFaultTest, NoValuesHaveNoFault) {
  for (const Type type : {Type::kNoSupport, Type::kU32, Type::kString})
    EXPECT_EQ(FaultOf(type, [](ResultEncoder& encoder) { encoder.AddSet(kId, -12350); }), "");
}

TEST(ValueFaultTest, SmallIntegersAreInPlace) {
  for (const Type type : {Type::k32, Type::kU32}) {
    EXPECT_EQ(InPlace(type), "");
    EXPECT_EQ(Block(type, type, 4), kType);
    EXPECT_EQ(Block(type, Type::kU64, 8), kType);
  }
}

TEST(ValueFaultTest, FloatsAreInPlaceOrInBlocks) {
  EXPECT_EQ(InPlace(Type::kFloat), "");
  EXPECT_EQ(Block(Type::kFloat, Type::kFloat, 4), "");
  EXPECT_EQ(Block(Type::kFloat, Type::kFloat, 8), kSize);
  EXPECT_EQ(Block(Type::kFloat, Type::kDouble, 8), kType);
}

TEST(ValueFaultTest, LargeNumbersAreInBlocksOfTheirSize) {
  for (const Type type : {Type::k64, Type::kU64, Type::kDouble}) {
    EXPECT_EQ(Block(type, type, 8), "");
    EXPECT_EQ(Block(type, Type::k32, 8), "") << "as old writers had it";
    EXPECT_EQ(Block(type, type, 4), kSize);
    EXPECT_EQ(Block(type, Type::kString, 8), kType);
    EXPECT_EQ(InPlace(type), kType);
  }
}

TEST(ValueFaultTest, StringsAndAggregatesMayHaveAnySize) {
  for (const Type type : {Type::kString, Type::kAggregate, Type::kAggregateStatic}) {
    for (const std::size_t size : {0u, 1u, 77u}) EXPECT_EQ(Block(type, type, size), "");
    EXPECT_EQ(Block(type, Type::k32, 7), "");
    EXPECT_EQ(Block(type, Type::kU64, 8), kType);
    EXPECT_EQ(InPlace(type), kType);
  }
}

TEST(ValueFaultTest, EventRecordsMustBeWhole) {
  const RecordBuilder none = RecordBuilder().U32(0);
  const RecordBuilder torn = RecordBuilder().U32(1);
  const RecordBuilder negative = RecordBuilder().U32(1).Stamp2(5, 5).U32(1).U32(0xfffffffe);
  EXPECT_EQ(Block(Type::kEvent, Type::kEvent, negative), "damaged event records");
  for (const Type type : {Type::kEvent, Type::kHighresEvent}) {
    EXPECT_EQ(Block(type, type, none), "");
    EXPECT_EQ(Block(type, type, torn), "damaged event records");
  }
}

TEST(ValueFaultTest, AMetricThatIsNotSupportedHasNoValues) {
  EXPECT_EQ(InPlace(Type::kNoSupport), kType);
  EXPECT_EQ(Block(Type::kNoSupport, Type::kU64, 8), kType);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/value_text.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/tools/captured_output.h"

namespace fdr::tools {
namespace {

using test::CapturedOutput;
using test::RecordBuilder;

std::string InPlace(Type type, std::uint32_t word) {
  CapturedOutput output;
  AppendInPlace(type, word, output.out());
  return output.Take();
}

std::string Block(Type type, Type stored, std::string_view hex) {
  CapturedOutput output;
  const RecordBuilder payload(hex);
  AppendBlock(type, {stored, payload, {}}, output.out());
  return output.Take();
}

std::string Block(Type type, std::string_view hex) { return Block(type, type, hex); }

constexpr Type kUntyped{};

TEST(ValueTextTest, WordsAreWhatTheTypeSays) {
  EXPECT_EQ(InPlace(Type::k32, 0xffffffff), "-1");
  EXPECT_EQ(InPlace(Type::kU32, 0xffffffff), "4294967295");
  EXPECT_EQ(InPlace(Type::kFloat, 0x3dcccccd), "0.1");
  EXPECT_EQ(InPlace(Type::kFloat, 0x80000000), "-0");
}

TEST(ValueTextTest, WordsOfOtherTypesAreShownInEveryWay) {
  EXPECT_EQ(InPlace(Type::kString, 12), "12 1.6815582e-44 0xc");
  EXPECT_EQ(InPlace(Type::kNoSupport, 0x7fc00001), "2143289345 0x7fc00001");
}

TEST(ValueTextTest, BlocksAreWhatTheTypeSays) {
  EXPECT_EQ(Block(Type::k64, "ffffffff fffffffe"), "-2");
  EXPECT_EQ(Block(Type::kU64, "ffffffff fffffffe"), "18446744073709551614");
  EXPECT_EQ(Block(Type::kFloat, "3dcccccd"), "0.1");
  EXPECT_EQ(Block(Type::kDouble, "3fb99999 9999999a"), "0.1");
  EXPECT_EQ(Block(Type::kDouble, "7ff00000 00000000"), "inf");
  EXPECT_EQ(Block(Type::kString, "61 0a 22 c3a9 00 7a"), "\"a\n\"\xc3\xa9\"");
  EXPECT_EQ(Block(Type::kString, ""), "\"\"");
}

TEST(ValueTextTest, NumbersInBlocksWithoutATypeAreInTheOrderOfTheHost) {
  EXPECT_EQ(Block(Type::kU64, kUntyped, "01000000 00000000"), "1");
  EXPECT_EQ(Block(Type::k64, kUntyped, "feffffff ffffffff"), "-2");
  EXPECT_EQ(Block(Type::kFloat, kUntyped, "cdcccc3d"), "0.1");
  EXPECT_EQ(Block(Type::kDouble, kUntyped, "9a999999 9999b93f"), "0.1");
  EXPECT_EQ(Block(Type::kString, kUntyped, "6162"), "\"ab\"");
}

TEST(ValueTextTest, OtherBlocksAreShownInEveryWay) {
  EXPECT_EQ(Block(Type::kAggregate, "01020304 05060708"),
            "578437695752307201 5.447603722011605e-270 [0102030405060708]");
  EXPECT_EQ(Block(Type::kAggregate, "74657874"), "7.871993e+31 \"text\" [74657874]");
  EXPECT_EQ(Block(Type::kAggregate, ""), "\"\" []");
  EXPECT_EQ(Block(Type::kAggregateStatic, "010203"), "[010203]");
  EXPECT_EQ(Block(Type::kAggregate, "ffffffff ffffffff"),
            "18446744073709551615 [ffffffffffffffff]");
  EXPECT_EQ(Block(Type::kAggregate, "ffffffff"), "[ffffffff]");
}

// The type of the block decides that it is shown in every way.  It also decides if a number is
// swapped into host order.
TEST(ValueTextTest, BlocksOfAnotherTypeAreShownInEveryWay) {
  EXPECT_EQ(Block(Type::k64, Type::kU64, "00000000 00000001"),
            "1 4.940656458412465e-324 [0100000000000000]");
  EXPECT_EQ(Block(Type::kU32, Type::kFloat, "3dcccccd"), "0.1 [cdcccc3d]");
  EXPECT_EQ(Block(Type::kU64, Type::kU64, "00000000 00000001 ff"), "[0100000000000000ff]");
  EXPECT_EQ(Block(Type::kU64, Type::kU64, "0102"), "[0102]");
  EXPECT_EQ(Block(Type::kDouble, Type::kString, "6162"), "\"ab\" [6162]");
}

}  // namespace
}  // namespace fdr::tools

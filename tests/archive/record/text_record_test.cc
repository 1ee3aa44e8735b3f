// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/text_record.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::RecordBuilder;
using test::ToHex;

RecordBuilder OneLine() { return RecordBuilder("00000005 0f000800").Text("load averages").U8(0); }

std::string Encoded(const TextRecord& record) {
  ByteBuffer out;
  record.Encode(out);
  return ToHex(out);
}

TEST(TextRecordTest, DecodesAOneLineText) {
  const RecordBuilder bytes = OneLine();
  const auto record = TextRecord::Decode(bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_EQ(record->kind, TextKind::kMetricOneLine);
  EXPECT_EQ(record->id, 0x0f000800u);
  EXPECT_EQ(record->text(), "load averages");
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(TextRecordTest, TextsMayBeEmpty) {
  const RecordBuilder bytes("0000000a 0f000002 00");
  const auto record = TextRecord::Decode(bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_EQ(record->kind, TextKind::kInDomHelp);
  EXPECT_EQ(record->text(), "");
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(TextRecordTest, WhatFollowsTheNulIsKept) {
  const RecordBuilder bytes = OneLine().Text("rest").U8(0);
  const auto record = TextRecord::Decode(bytes);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->text(), "load averages");
  EXPECT_EQ(Encoded(*record), ToHex(bytes));
}

TEST(TextRecordTest, EncodeEndsATextThatHasNoNul) {
  const TextRecord record{TextKind::kMetricOneLine, 0x0f000800, "load averages"};
  EXPECT_EQ(Encoded(record), ToHex(OneLine()));
}

TEST(TextRecordTest, OnlyFourKindsAreKnown) {
  for (std::uint32_t kind = 0; kind < 32; ++kind) {
    const auto record = TextRecord::Decode(RecordBuilder().U32(kind).Hex("00000001 00"));
    ASSERT_TRUE(record);
    EXPECT_EQ(IsKnown(record->kind), kind == 5 || kind == 6 || kind == 9 || kind == 10) << kind;
  }
}

TEST(TextRecordTest, TooShort) {
  for (std::size_t size = 0; size < 8; ++size)
    EXPECT_EQ(ErrorOf(TextRecord::Decode(Bytes(OneLine()).first(size))),
              "Help text: record too short")
        << size;
}

TEST(TextRecordTest, TextWithoutAnEnd) {
  const RecordBuilder whole = OneLine();
  for (std::size_t size = 8; size < whole.bytes().size(); ++size)
    EXPECT_EQ(ErrorOf(TextRecord::Decode(Bytes(whole).first(size))),
              "Help text: text without an end")
        << size;
}

TEST(TextRecordDamageTest, FailsOrEncodesToTheSameBytes) {
  test::ForEachDamage(OneLine(), [](Bytes damaged) {
    const test::AllocationLimit limit(1024);
    const auto record = TextRecord::Decode(damaged);
    EXPECT_TRUE(limit.Kept()) << limit.peak();
    if (record) {
      EXPECT_EQ(Encoded(*record), ToHex(damaged));
    }
  });
}

}  // namespace
}  // namespace fdr

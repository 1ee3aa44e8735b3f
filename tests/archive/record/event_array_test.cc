// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/event_array.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/allocation_limit.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"
#include "fdr/tests/support/representable.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::RecordBuilder;
using test::ToHex;

constexpr const char* kParameters =
    "07400401 00000008 00000007"           // a 32-bit number follows its length word
    "07400402 06000007 6869 00 aa"         // a string, with a byte of padding
    "07400403 03000009 0102030405 bbbbbb"  // padding of three bytes
    "07400404 07000004";                   // an empty aggregate

RecordBuilder Events() {
  return RecordBuilder("00000003 | 5a000000 0001e240 00000001 00000004")
      .Hex(kParameters)
      .Hex("5a000001 000f423f 00000000 00000000")
      .Hex("5a000002 00000000 80000000 0000002a");
}

RecordBuilder HighresEvents() {
  return RecordBuilder("00000002 | 00000000 5a000000 00000000 3b9ac9ff 00000006 00000004")
      .Hex(kParameters)
      .Hex("00000001 00000002 00000000 00000003 80000000 0000002a");
}

std::string Encoded(Type type, const EventArray& array) {
  ByteBuffer out;
  array.Encode(type, out);
  return ToHex(out);
}

void ExpectParameters(std::span<const EventParameter> parameters) {
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_EQ(parameters[0].id.value, 0x07400401u);
  EXPECT_EQ(parameters[0].type, Type::k32);
  EXPECT_EQ(ToHex(parameters[0].payload), "00000007");
  EXPECT_EQ(parameters[1].type, Type::kString);
  EXPECT_EQ(ToHex(parameters[1].payload), "686900");
  EXPECT_EQ(ToHex(parameters[1].padding), "aa");
  EXPECT_EQ(ToHex(parameters[2].payload), "0102030405");
  EXPECT_EQ(ToHex(parameters[2].padding), "bbbbbb");
  EXPECT_TRUE(parameters[3].payload.empty());
}

TEST(EventArrayTest, DecodesEvents) {
  const RecordBuilder bytes = Events();
  const auto array = EventArray::Decode(Type::kEvent, bytes);
  ASSERT_TRUE(array) << array.error().Message();
  ASSERT_EQ(array->records().size(), 3u);
  const EventRecord& point = array->records()[0];
  EXPECT_EQ(point.stamp, (Timestamp{0x5a000000, 123'456'000}));
  EXPECT_EQ(point.flags, kEventPoint);
  EXPECT_FALSE(point.missed());
  ExpectParameters(array->Parameters(point));
  EXPECT_EQ(array->records()[1].stamp, (Timestamp{0x5a000001, 999'999'000}));
  EXPECT_TRUE(array->Parameters(array->records()[1]).empty());
  const EventRecord& missed = array->records()[2];
  EXPECT_TRUE(missed.missed());
  EXPECT_EQ(missed.count, 42);
  EXPECT_TRUE(array->Parameters(missed).empty());
  EXPECT_EQ(Encoded(Type::kEvent, *array), ToHex(bytes));
}

TEST(EventArrayTest, DecodesHighresEventsWithTrueBigEndianStamps) {
  const RecordBuilder bytes = HighresEvents();
  const auto array = EventArray::Decode(Type::kHighresEvent, bytes);
  ASSERT_TRUE(array) << array.error().Message();
  ASSERT_EQ(array->records().size(), 2u);
  EXPECT_EQ(array->records()[0].stamp, (Timestamp{0x5a000000, 999'999'999}));
  EXPECT_EQ(array->records()[0].flags, kEventStart | kEventEnd);
  ExpectParameters(array->Parameters(array->records()[0]));
  EXPECT_EQ(array->records()[1].stamp, (Timestamp{0x100000002, 3}));
  EXPECT_EQ(Encoded(Type::kHighresEvent, *array), ToHex(bytes));
}

TEST(EventArrayTest, AnArrayMayBeEmpty) {
  for (const Type type : {Type::kEvent, Type::kHighresEvent}) {
    const auto array = EventArray::Decode(type, RecordBuilder("00000000"));
    ASSERT_TRUE(array) << array.error().Message();
    EXPECT_TRUE(array->records().empty());
    EXPECT_EQ(Encoded(type, *array), "00000000");
  }
}

TEST(EventArrayTest, NegativeParameterCountsMeanNone) {
  const RecordBuilder bytes("00000001 | 5a000000 00000000 00000001 ffffffff");
  const auto array = EventArray::Decode(Type::kEvent, bytes);
  ASSERT_TRUE(array) << array.error().Message();
  EXPECT_EQ(array->records()[0].count, -1);
  EXPECT_TRUE(array->Parameters(array->records()[0]).empty());
  EXPECT_EQ(Encoded(Type::kEvent, *array), ToHex(bytes));
}

TEST(EventArrayTest, StampsThatDoNotFitStayInvalid) {
  const RecordBuilder usec("00000001 | 5a000000 7fffffff 00000001 00000000");
  EXPECT_FALSE(EventArray::Decode(Type::kEvent, usec)->records()[0].stamp.Valid());
  for (const char* nsec :
       {"00000001 00000000", "7fffffff ffffffff", "80000000 00000000", "ffffffff 00000000"}) {
    const RecordBuilder bytes =
        RecordBuilder("00000001 | 00000000 5a000000").Hex(nsec).Hex("00000001 00000000");
    EXPECT_FALSE(EventArray::Decode(Type::kHighresEvent, bytes)->records()[0].stamp.Valid())
        << nsec;
  }
}

TEST(EventArrayTest, MoreRecordsThanBytes) {
  const std::string expected = "Event array: more records than bytes";
  EXPECT_EQ(ErrorOf(EventArray::Decode(Type::kEvent, {})), expected);
  EXPECT_EQ(ErrorOf(EventArray::Decode(Type::kEvent, RecordBuilder("000000"))), expected);
  for (const std::uint32_t count : {1u, 0x80000000u, 0xffffffffu}) {
    EXPECT_EQ(ErrorOf(EventArray::Decode(Type::kEvent, RecordBuilder().U32(count).Fill(15, 0))),
              expected);
    EXPECT_EQ(
        ErrorOf(EventArray::Decode(Type::kHighresEvent, RecordBuilder().U32(count).Fill(23, 0))),
        expected);
  }
}

TEST(EventArrayTest, ARecordRunsPastTheEnd) {
  const auto with = [](std::string_view parameters) {
    return ErrorOf(EventArray::Decode(
        Type::kEvent,
        RecordBuilder("00000001 | 5a000000 00000000 00000001 00000001").Hex(parameters)));
  };
  const std::string expected = "Event array: a record runs past the end";
  EXPECT_EQ(with("07400401 00000008 00000007"), "");
  EXPECT_EQ(with(""), expected) << "no parameter";
  EXPECT_EQ(with("07400401 000000"), expected) << "no length";
  EXPECT_EQ(with("07400401 00000008 000000"), expected);
  EXPECT_EQ(with("07400401 00ffffff 00000000"), expected);
  EXPECT_EQ(with("07400401 00000005 00"), expected) << "no padding";
  for (const char* length : {"00000000", "00000003"})
    EXPECT_EQ(with(std::string("07400401") + length + "00000000"), expected)
        << "shorter than its own length word";
  EXPECT_EQ(ErrorOf(EventArray::Decode(
                Type::kEvent,
                RecordBuilder("00000001 | 5a000000 00000000 00000001 7fffffff 00000000 00000004"))),
            expected)
      << "more parameters than bytes";
}

TEST(EventArrayTest, BytesBehindTheRecords) {
  EXPECT_EQ(ErrorOf(EventArray::Decode(Type::kEvent, Events().U32(0))),
            "Event array: bytes left over behind the records");
}

TEST(EventArrayTest, FlagsAsText) {
  EXPECT_EQ(EventFlagsText(0), "");
  EXPECT_EQ(EventFlagsText(kEventStart | kEventId | 0x40), "start,id");
  EXPECT_EQ(EventFlagsText(0x7fffffff), "point,start,end,id,parent");
  EXPECT_EQ(EventFlagsText(kEventMissed | kEventPoint), "missed");
}

TEST(EventArrayDamageTest, FailsOrEncodesToTheSameBytes) {
  const auto sweep = [](Type type, const RecordBuilder& whole) {
    test::ForEachDamage(whole, [&](Bytes damaged) {
      const test::AllocationLimit limit(24 * damaged.size() + 1024);
      const auto array = EventArray::Decode(type, damaged);
      EXPECT_TRUE(limit.Kept()) << limit.peak();
      if (!array) return;
      for (const EventRecord& record : array->records())
        if (!test::Representable(type, record.stamp)) return;
      EXPECT_EQ(Encoded(type, *array), ToHex(damaged));
    });
  };
  sweep(Type::kEvent, Events());
  sweep(Type::kHighresEvent, HighresEvents());
}

TEST(EventArray, RecordsAreAdded) {
  const ByteBuffer bytes = Events().bytes();
  const auto array = EventArray::Decode(Type::kEvent, bytes);
  ASSERT_EQ(ErrorOf(array), "");
  EventArray copy;
  for (const EventRecord& record : array->records()) copy.Add(record, array->Parameters(record));
  EXPECT_EQ(Encoded(Type::kEvent, copy), ToHex(bytes));
}

}  // namespace
}  // namespace fdr

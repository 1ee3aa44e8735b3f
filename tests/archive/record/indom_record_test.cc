// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/indom_record.h"

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

constexpr bool kFull = false;
constexpr bool kDelta = true;
constexpr Timestamp kStamp{0x5a000000, 123'456'000};
constexpr InDomId kLoad = InDomId::Build(60, 2);

RecordBuilder Head2() { return RecordBuilder().Stamp2(0x5a000000, 123'456).U32(0x0f000002); }
RecordBuilder Head3() { return RecordBuilder().Stamp3(0x5a000000, 123'456'000).U32(0x0f000002); }

// The instances of kernel.all.load.
RecordBuilder Averages(RecordBuilder head) {
  return head.U32(3).U32(1).U32(5).U32(15).U32(0).U32(9).U32(18).Raw(
      AsBytes(std::string_view("1 minute\0"
                               "5 minute\0"
                               "15 minute\0",
                               28)));
}

RecordBuilder OneWent() {
  return Head3()
      .U32(2)
      .U32(1)
      .U32(5)
      .U32(0xffffffff)
      .U32(0)
      .Raw(AsBytes(std::string_view("five\0", 5)));
}

std::string Encoded(Version version, const InDomRecord& record) {
  ByteBuffer out;
  record.Encode(version, out);
  return ToHex(out);
}

void ExpectAverages(const InDomRecord& record) {
  EXPECT_EQ(record.stamp, kStamp);
  EXPECT_EQ(record.indom, kLoad);
  EXPECT_FALSE(record.is_delta);
  ASSERT_EQ(record.entries.size(), 3u);
  EXPECT_EQ(record.entries[0].id, 1);
  EXPECT_EQ(record.entries[0].name, "1 minute");
  EXPECT_EQ(record.entries[2].id, 15);
  EXPECT_EQ(record.entries[2].name, "15 minute");
  EXPECT_EQ(record.entries[2].name_offset, 18u);
  EXPECT_FALSE(record.entries[2].deleted());
}

TEST(InDomRecordTest, DecodesTheFullRecordOfBothVersions) {
  for (const Version version : {Version::k2, Version::k3}) {
    const RecordBuilder bytes = Averages(version == Version::k2 ? Head2() : Head3());
    const auto record = InDomRecord::Decode(version, kFull, bytes);
    ASSERT_TRUE(record) << record.error().Message();
    ExpectAverages(*record);
    EXPECT_EQ(Encoded(version, *record), ToHex(bytes));
  }
}

TEST(InDomRecordTest, DecodesADeltaRecord) {
  const RecordBuilder bytes = OneWent();
  const auto record = InDomRecord::Decode(Version::k3, kDelta, bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_TRUE(record->is_delta);
  ASSERT_EQ(record->entries.size(), 2u);
  EXPECT_TRUE(record->entries[0].deleted());
  EXPECT_EQ(record->entries[0].name, "");
  EXPECT_EQ(record->entries[1].name, "five");
  EXPECT_EQ(Encoded(Version::k3, *record), ToHex(bytes));
}

TEST(InDomRecordTest, ADomainMayBeEmpty) {
  const RecordBuilder bytes = Head3().U32(0);
  const auto record = InDomRecord::Decode(Version::k3, kFull, bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_TRUE(record->entries.empty());
  EXPECT_EQ(Encoded(Version::k3, *record), ToHex(bytes));
}

TEST(InDomRecordTest, NamesMayBeSharedOutOfOrderAndSurroundedByOtherBytes) {
  RecordBuilder bytes = Head3().U32(4).U32(9).U32(2).U32(3).U32(4).U32(6).U32(1).U32(6).U32(7);
  bytes.Raw(AsBytes(std::string_view("?one\0?two\0unused", 16)));
  const auto record = InDomRecord::Decode(Version::k3, kFull, bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_EQ(record->entries[0].name, "two");
  EXPECT_EQ(record->entries[1].name, "one");
  EXPECT_EQ(record->entries[2].name, "two");
  EXPECT_EQ(record->entries[3].name, "wo");
  EXPECT_EQ(Encoded(Version::k3, *record), ToHex(bytes));
}

TEST(InDomRecordTest, TooShortForItsHead) {
  for (const Version version : {Version::k2, Version::k3}) {
    const RecordBuilder whole = (version == Version::k2 ? Head2() : Head3()).U32(0);
    for (std::size_t size = 0; size < whole.bytes().size(); ++size)
      EXPECT_EQ(ErrorOf(InDomRecord::Decode(version, kFull, Bytes(whole).first(size))),
                "Instance domain: record too short")
          << size;
  }
}

TEST(InDomRecordTest, MoreInstancesThanBytes) {
  for (const std::uint32_t count : {2u, 0x20000000u, 0x80000000u, 0xffffffffu})
    EXPECT_EQ(ErrorOf(InDomRecord::Decode(Version::k3, kFull, Head3().U32(count).Fill(15, 0))),
              "Instance domain: more instances than bytes")
        << count;
}

TEST(InDomRecordTest, InstancesAreNeverNegative) {
  const RecordBuilder bytes = Head3().U32(1).U32(0xffffffff).U32(0).U8(0);
  EXPECT_EQ(ErrorOf(InDomRecord::Decode(Version::k3, kFull, bytes)),
            "Instance domain: negative instance identifier");
}

TEST(InDomRecordTest, NamesLieInTheStringTable) {
  for (const std::uint32_t offset : {2u, 0x7fffffffu, 0x80000000u, 0xfffffffeu}) {
    const RecordBuilder bytes = Head3().U32(1).U32(0).U32(offset).Text("a").U8(0);
    EXPECT_EQ(ErrorOf(InDomRecord::Decode(Version::k3, kFull, bytes)),
              "Instance domain: name outside the string table")
        << offset;
  }
  const RecordBuilder empty_table = Head3().U32(1).U32(0).U32(0);
  EXPECT_EQ(ErrorOf(InDomRecord::Decode(Version::k3, kFull, empty_table)),
            "Instance domain: name outside the string table");
}

TEST(InDomRecordTest, OnlyADeltaRecordDeletes) {
  EXPECT_EQ(ErrorOf(InDomRecord::Decode(Version::k3, kFull, OneWent())),
            "Instance domain: name outside the string table");
}

TEST(InDomRecordTest, NamesEndWithinTheStringTable) {
  const RecordBuilder bytes = Head3().U32(1).U32(0).U32(0).Text("abc");
  EXPECT_EQ(ErrorOf(InDomRecord::Decode(Version::k3, kFull, bytes)),
            "Instance domain: name without an end");
}

// Otherwise, a record of a megabyte could have a terabyte of names.
TEST(InDomRecordTest, SharedNamesAreNotLongerThanTheRecordJustifies) {
  const auto sharing = [](std::uint32_t count, std::size_t length) {
    RecordBuilder bytes = Head3().U32(count);
    for (std::uint32_t i = 0; i < count; ++i) bytes.U32(i);
    bytes.Fill(4 * count, 0).Fill(length, 'x').U8(0);
    return ErrorOf(InDomRecord::Decode(Version::k3, kFull, bytes));
  };
  EXPECT_EQ(sharing(10000, 127), "");
  EXPECT_EQ(sharing(16, 100000), "") << "names are at most 16 times the record";
  EXPECT_EQ(sharing(10000, 10000), "Instance domain: names overlap too much");
}

TEST(InDomBuilderTest, PacksNamesInEntryOrder) {
  InDomBuilder builder;
  builder.Add(1, "1 minute");
  builder.Add(5, "5 minute");
  builder.Add(15, "15 minute");
  const InDomRecord record = builder.Build(kStamp, kLoad, kFull);
  ExpectAverages(record);
  EXPECT_EQ(Encoded(Version::k2, record), ToHex(Averages(Head2())));
  EXPECT_EQ(Encoded(Version::k3, record), ToHex(Averages(Head3())));
}

TEST(InDomBuilderTest, ADeletedInstanceHasNoName) {
  InDomBuilder builder;
  builder.Delete(1);
  builder.Add(5, std::string_view("five\0cut", 8));
  const InDomRecord record = builder.Build(kStamp, kLoad, kDelta);
  EXPECT_TRUE(record.entries[0].deleted());
  EXPECT_EQ(record.entries[1].name, "five");
  EXPECT_EQ(Encoded(Version::k3, record), ToHex(OneWent()));
}

TEST(InDomRecordDamageTest, FailsOrEncodesToTheSameBytes) {
  const auto sweep = [](Version version, bool is_delta, const RecordBuilder& whole) {
    test::ForEachDamage(whole, [&](Bytes damaged) {
      const test::AllocationLimit limit(8 * damaged.size() + 1024);
      const auto record = InDomRecord::Decode(version, is_delta, damaged);
      EXPECT_TRUE(limit.Kept()) << limit.peak();
      if (record && test::Representable(version, record->stamp)) {
        EXPECT_EQ(Encoded(version, *record), ToHex(damaged));
      }
    });
  };
  sweep(Version::k2, kFull, Averages(Head2()));
  sweep(Version::k3, kFull, Averages(Head3()));
  sweep(Version::k3, kDelta, OneWent());
}

}  // namespace
}  // namespace fdr

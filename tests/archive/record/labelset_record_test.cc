// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/labelset_record.h"

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

constexpr std::string_view kJson = R"({"domainname":"localdomain","groupid":0,"hostname":"vm"})";

RecordBuilder Head(Version version) {
  RecordBuilder out;
  return version == Version::k2 ? out.Stamp2(0x6afff752, 569'802)
                                : out.Stamp3(0x6afff752, 0x21f67f8a);
}

// The labels of a context, as pmlogger records them.
RecordBuilder Context(Version version) {
  return Head(version)
      .Hex("00000001 ffffffff 00000001 | ffffffff")
      .U32(kJson.size())
      .Text(kJson)
      .Hex("00000003 | 0002 0a 01 000e 000d | 001d 07 81 0026 0001 | 0029 08 41 0033 0004");
}

// One set without labels, and one error.
RecordBuilder Instances() {
  return Head(Version::k3)
      .Hex("00000020 0f000002 00000002")
      .Hex("00000001 00000000 00000000")
      .Hex("00000005 00000000 ffffcfc1");
}

std::string Encoded(Version version, const LabelSetRecord& record) {
  ByteBuffer out;
  record.Encode(version, out);
  return ToHex(out);
}

TEST(LabelSetRecordTest, DecodesTheLabelsOfAContext) {
  for (const Version version : {Version::k2, Version::k3}) {
    const RecordBuilder bytes = Context(version);
    const auto record = LabelSetRecord::Decode(version, bytes);
    ASSERT_TRUE(record) << record.error().Message();
    EXPECT_EQ(record->stamp, version == Version::k2 ? (Timestamp{0x6afff752, 569'802'000})
                                                    : (Timestamp{0x6afff752, 0x21f67f8a}));
    EXPECT_EQ(record->level, static_cast<std::uint32_t>(LabelLevel::kContext));
    EXPECT_EQ(record->id, 0xffffffffu);
    ASSERT_EQ(record->sets.size(), 1u);
    const LabelSet& set = record->sets[0];
    EXPECT_EQ(set.instance, kSingular);
    EXPECT_EQ(set.json, kJson);
    EXPECT_EQ(set.count, 3);
    ASSERT_EQ(set.entries.size(), 3u);
    EXPECT_EQ(set.Name(set.entries[0]), "domainname");
    EXPECT_EQ(set.Value(set.entries[0]), "\"localdomain\"");
    EXPECT_EQ(set.Name(set.entries[1]), "groupid");
    EXPECT_EQ(set.Value(set.entries[1]), "0");
    EXPECT_EQ(set.entries[1].flags, 1 | kLabelOptional);
    EXPECT_EQ(set.entries[2].flags, 1 | kLabelCompound);
    EXPECT_EQ(Encoded(version, *record), ToHex(bytes));
  }
}

TEST(LabelSetRecordTest, SetsMayBeEmptyOrAnErrorCode) {
  const RecordBuilder bytes = Instances();
  const auto record = LabelSetRecord::Decode(Version::k3, bytes);
  ASSERT_TRUE(record) << record.error().Message();
  ASSERT_EQ(record->sets.size(), 2u);
  EXPECT_EQ(record->sets[0].instance, 1);
  EXPECT_EQ(record->sets[0].count, 0);
  EXPECT_EQ(record->sets[1].instance, 5);
  EXPECT_EQ(record->sets[1].count, -12351);
  EXPECT_TRUE(record->sets[1].entries.empty());
  EXPECT_EQ(Encoded(Version::k3, *record), ToHex(bytes));
}

TEST(LabelSetRecordTest, ARecordMayHaveNoSets) {
  const RecordBuilder bytes = Head(Version::k3).Hex("00000001 ffffffff 00000000");
  const auto record = LabelSetRecord::Decode(Version::k3, bytes);
  ASSERT_TRUE(record) << record.error().Message();
  EXPECT_TRUE(record->sets.empty());
  EXPECT_EQ(Encoded(Version::k3, *record), ToHex(bytes));
}

TEST(LabelSetRecordTest, LabelsThatPointOutsideTheJsonAreEmpty) {
  LabelSet set;
  set.json = "{}";
  const auto name_and_value = [&](std::uint16_t offset, std::uint8_t length) {
    const LabelEntry entry{offset, length, 0, offset, length};
    return std::string(set.Name(entry)) + "," + std::string(set.Value(entry));
  };
  EXPECT_EQ(name_and_value(0, 2), "{},{}");
  EXPECT_EQ(name_and_value(1, 1), "},}");
  EXPECT_EQ(name_and_value(2, 0), ",");
  EXPECT_EQ(name_and_value(1, 2), ",");
  EXPECT_EQ(name_and_value(3, 0), ",");
  EXPECT_EQ(name_and_value(0xffff, 0xff), ",");
}

TEST(LabelSetRecordTest, EncodesTheEntriesThatThereAre) {
  LabelSetRecord record{
      .stamp = {0x6afff752, 0x21f67f8a}, .level = 1, .id = 0xffffffff, .sets = {{}}};
  record.sets[0].json = kJson;
  record.sets[0].entries = {{2, 10, 1, 14, 13}, {29, 7, 0x81, 38, 1}, {41, 8, 0x41, 51, 4}};
  EXPECT_EQ(Encoded(Version::k3, record), ToHex(Context(Version::k3)));
}

TEST(LabelSetRecordTest, TooShortForItsHead) {
  for (const Version version : {Version::k2, Version::k3}) {
    const RecordBuilder whole = Head(version).Hex("00000001 ffffffff 00000000");
    for (std::size_t size = 0; size < whole.bytes().size(); ++size)
      EXPECT_EQ(ErrorOf(LabelSetRecord::Decode(version, Bytes(whole).first(size))),
                "Label sets: record too short")
          << size;
  }
}

TEST(LabelSetRecordTest, MoreSetsThanBytes) {
  for (const std::uint32_t count : {2u, 0x80000000u, 0xffffffffu})
    EXPECT_EQ(ErrorOf(LabelSetRecord::Decode(
                  Version::k3, Head(Version::k3).U32(32).U32(0).U32(count).Fill(23, 0))),
              "Label sets: more sets than bytes")
        << count;
}

TEST(LabelSetRecordTest, ASetRunsPastTheEnd) {
  for (const std::uint32_t length : {1u, 0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    const RecordBuilder bytes =
        Head(Version::k3).Hex("00000001 ffffffff 00000001 | ffffffff").U32(length).U32(0);
    EXPECT_EQ(ErrorOf(LabelSetRecord::Decode(Version::k3, bytes)),
              "Label set: runs past the end of its record")
        << length;
  }
}

TEST(LabelSetRecordTest, MoreLabelsThanBytes) {
  for (const std::uint32_t count : {1u, 0x20000000u, 0x7fffffffu}) {
    const RecordBuilder bytes = Head(Version::k3)
                                    .Hex("00000001 ffffffff 00000001 | ffffffff 00000000")
                                    .U32(count)
                                    .Fill(7, 0);
    EXPECT_EQ(ErrorOf(LabelSetRecord::Decode(Version::k3, bytes)),
              "Label set: more labels than bytes")
        << count;
  }
}

TEST(LabelSetRecordTest, BytesBehindTheSets) {
  EXPECT_EQ(ErrorOf(LabelSetRecord::Decode(Version::k3, Instances().U8(0))),
            "Label sets: bytes left over behind the sets");
}

TEST(LabelSetRecordDamageTest, FailsOrEncodesToTheSameBytes) {
  const auto sweep = [](Version version, const RecordBuilder& whole) {
    test::ForEachDamage(whole, [&](Bytes damaged) {
      const test::AllocationLimit limit(8 * damaged.size() + 1024);
      const auto record = LabelSetRecord::Decode(version, damaged);
      EXPECT_TRUE(limit.Kept()) << limit.peak();
      if (record && test::Representable(version, record->stamp)) {
        EXPECT_EQ(Encoded(version, *record), ToHex(damaged));
      }
    });
  };
  sweep(Version::k2, Context(Version::k2));
  sweep(Version::k3, Context(Version::k3));
  sweep(Version::k3, Instances());
}

}  // namespace
}  // namespace fdr

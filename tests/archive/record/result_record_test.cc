// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/result_record.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fdr/archive/record/result_encoder.h"
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

// kernel.all.load (three FLOAT blocks) and kernel.all.pswitch (U64), from a live recording.
RecordBuilder LoadAndSwitches() {
  return RecordBuilder(
      "6afff757 00000000 05411c69 | 00000002"
      "0f000800 00000003 00000001 | 00000001 00000015 | 00000005 00000017 | 0000000f 00000019"
      "0f00000d 00000001 00000001 | ffffffff 0000001b"
      "04000008 40ae147b | 04000008 4096b852 | 04000008 403eb852 | 0300000c 00000000 018350a8");
}

// Version 2, with sets of every kind: in place, no values, an error, a string and an empty
// aggregate.
RecordBuilder OfEveryKind() {
  return RecordBuilder(
      "5a000000 0001e240 | 00000004"
      "0f000001 00000002 00000000 | 00000003 ffffffff | 00000001 00000007"
      "0f000002 00000000"
      "0f000003 ffffcfc2"
      "0f000004 00000002 00000002 | 00000000 00000018 | 00000001 0000001a"
      "0600000700000000"
      "07000004");
}

Result<void> Check(Version version, Bytes body) { return ResultRecord().Decode(version, body); }

std::string Reencoded(Version version, Bytes body) {
  ResultRecord record;
  EXPECT_TRUE(record.Decode(version, body));
  ResultEncoder encoder;
  encoder.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) encoder.CopySet(set);
  ByteBuffer out;
  encoder.Encode(version, out);
  return ToHex(out);
}

TEST(ResultRecordTest, DecodesValueBlocks) {
  const RecordBuilder body = LoadAndSwitches();
  EXPECT_EQ(body.bytes().size() + 8, 0x74u);
  ResultRecord record;
  const auto decoded = record.Decode(Version::k3, body);
  ASSERT_TRUE(decoded) << decoded.error().Message();
  EXPECT_EQ(record.stamp(), (Timestamp{0x6afff757, 0x05411c69}));
  EXPECT_FALSE(record.is_mark());
  ASSERT_EQ(record.sets().size(), 2u);

  const ValueSet& load = record.sets()[0];
  EXPECT_EQ(load.id(), MetricId::Build(60, 2, 0));
  EXPECT_EQ(load.size(), 3u);
  EXPECT_FALSE(load.in_place());
  EXPECT_EQ(load.Instance(2), 15);
  const ValueBlock block = load.Block(2);
  EXPECT_EQ(block.type, Type::kFloat);
  ASSERT_EQ(block.payload.size(), 4u);
  EXPECT_FLOAT_EQ(LoadFloat(block.payload.data()), 2.98f);
  EXPECT_TRUE(block.padding.empty());
  EXPECT_EQ(LoadU32(load.BlockHeader(2)), 0x04000008u);

  const ValueSet& switches = record.sets()[1];
  EXPECT_EQ(switches.Instance(0), kSingular);
  EXPECT_EQ(switches.Block(0).type, Type::kU64);
  EXPECT_EQ(LoadU64(switches.Block(0).payload.data()), 0x018350a8u);
  EXPECT_EQ(record.blocks().data(), load.BlockHeader(0));
  EXPECT_EQ(record.blocks().size(), 36u);
  EXPECT_EQ(Reencoded(Version::k3, body), ToHex(RecordBuilder().Frame(body)));
}

TEST(ResultRecordTest, DecodesSetsOfEveryKind) {
  const RecordBuilder body = OfEveryKind();
  ResultRecord record;
  const auto decoded = record.Decode(Version::k2, body);
  ASSERT_TRUE(decoded) << decoded.error().Message();
  EXPECT_EQ(record.stamp(), (Timestamp{0x5a000000, 123'456'000}));
  ASSERT_EQ(record.sets().size(), 4u);
  const ValueSet& in_place = record.sets()[0];
  EXPECT_TRUE(in_place.in_place());
  EXPECT_EQ(in_place.Instance(0), 3);
  EXPECT_EQ(in_place.Word(0), 0xffffffffu);
  EXPECT_EQ(LoadU32(in_place.pairs() + 12), 7u);
  EXPECT_EQ(record.sets()[1].count(), 0);
  EXPECT_EQ(record.sets()[1].size(), 0u);
  EXPECT_EQ(record.sets()[2].count(), -12350);
  EXPECT_EQ(record.sets()[2].size(), 0u);
  const ValueSet& blocks = record.sets()[3];
  EXPECT_EQ(blocks.format(), ValueFormat::kPointerStatic);
  EXPECT_EQ(ToHex(blocks.Block(0).payload), "000000");
  EXPECT_EQ(ToHex(blocks.Block(0).padding), "00") << "padding of old writers, not '~'";
  EXPECT_EQ(blocks.Block(1).type, Type::kAggregate);
  EXPECT_TRUE(blocks.Block(1).payload.empty());
  EXPECT_EQ(Reencoded(Version::k2, body), ToHex(RecordBuilder().Frame(body)));
}

TEST(ResultRecordTest, DecodesMarksOfBothVersions) {
  ResultRecord record;
  ASSERT_TRUE(record.Decode(Version::k2, RecordBuilder("5a000000 0001e240 00000000")));
  EXPECT_TRUE(record.is_mark());
  EXPECT_EQ(record.stamp(), (Timestamp{0x5a000000, 123'456'000}));
  ASSERT_TRUE(record.Decode(Version::k3, RecordBuilder("5a000000 00000000 075bca00 00000000")));
  EXPECT_TRUE(record.is_mark());
  EXPECT_EQ(record.stamp(), (Timestamp{0x5a000000, 123'456'000}));
}

TEST(ResultRecordTest, OneDecoderServesManyRecords) {
  ResultRecord record;
  const RecordBuilder large = LoadAndSwitches(), mark("5a000000 00000000 00000000 00000000"), bad;
  ASSERT_TRUE(record.Decode(Version::k3, large));
  ASSERT_FALSE(record.Decode(Version::k3, bad));
  ASSERT_TRUE(record.Decode(Version::k3, mark));
  EXPECT_TRUE(record.is_mark());
  const test::AllocationLimit limit(0);
  ASSERT_TRUE(record.Decode(Version::k3, large));
  EXPECT_TRUE(limit.Kept()) << "no allocation for a record that is no larger than one before";
  EXPECT_EQ(record.sets().size(), 2u);
}

TEST(ResultRecordTest, TheStampAloneNeedsAWholeHead) {
  const RecordBuilder v2("5a000000 0001e240 00000009"), v3("5a000000 00000000 075bca00 00000009");
  EXPECT_EQ(*ResultRecord::DecodeStamp(Version::k2, v2), (Timestamp{0x5a000000, 123'456'000}));
  EXPECT_EQ(*ResultRecord::DecodeStamp(Version::k3, v3), (Timestamp{0x5a000000, 123'456'000}));
  for (std::size_t size = 0; size < 12; ++size)
    EXPECT_EQ(ErrorOf(ResultRecord::DecodeStamp(Version::k2, Bytes(v2).first(size))),
              "Data record too short for a time stamp");
  for (std::size_t size = 0; size < 16; ++size) {
    EXPECT_EQ(ErrorOf(ResultRecord::DecodeStamp(Version::k3, Bytes(v3).first(size))),
              "Data record too short for a time stamp");
    EXPECT_EQ(ErrorOf(Check(Version::k3, Bytes(v3).first(size))),
              "Data record too short for a time stamp");
  }
}

// The bodies below are of version 2, so the first value set is at offset 12.  If it has one value,
// its block is at offset 32, which is word 11.
RecordBuilder Head(std::uint32_t metrics) {
  return RecordBuilder("5a000000 00000000").U32(metrics);
}

TEST(ResultRecordTest, MoreMetricsThanBytes) {
  for (const std::uint32_t metrics : {2u, 0x20000001u, 0xffffffffu})
    EXPECT_EQ(ErrorOf(Check(Version::k2, Head(metrics).Fill(15, 0))),
              "Data record: more metrics than bytes");
}

TEST(ResultRecordTest, OnlyThreeValueFormatsExist) {
  for (const std::uint32_t format : {3u, 0xffffffffu})
    EXPECT_EQ(ErrorOf(Check(Version::k2, Head(1).U32(1).U32(1).U32(format).Fill(8, 0))),
              "Data record: illegal value format");
}

TEST(ResultRecordTest, AValueSetRunsPastTheEnd) {
  const std::string expected = "Data record: a value set runs past the end";
  EXPECT_EQ(ErrorOf(Check(Version::k2, Head(2).Fill(16, 0).bytes())), "");
  EXPECT_EQ(
      ErrorOf(Check(Version::k2, Head(2).Hex("00000001 00000001 00000000 00000000 00000000"))),
      expected)
      << "the second set is not there at all";
  EXPECT_EQ(ErrorOf(Check(Version::k2, Head(1).U32(1).U32(1))), expected) << "no format";
  EXPECT_EQ(ErrorOf(Check(Version::k2, Head(1).U32(1).U32(1).U32(0).Fill(7, 0))), expected);
  for (const std::uint32_t values : {2u, 0x20000000u, 0x7fffffffu})
    EXPECT_EQ(ErrorOf(Check(Version::k2, Head(1).U32(1).U32(values).U32(0).Fill(8, 0))), expected)
        << values;
}

TEST(ResultRecordTest, BytesLeftOverBehindTheValues) {
  const std::string expected = "Data record: bytes left over behind the values";
  EXPECT_EQ(ErrorOf(Check(Version::k2, Head(0).U32(0))), expected);
  EXPECT_EQ(ErrorOf(Check(Version::k2, Head(1).U32(1).U32(1).U32(0).Fill(12, 0))), expected);
  EXPECT_EQ(ErrorOf(Check(Version::k2, Head(1).U32(1).U32(0).U32(1))), expected)
      << "a format word although there are no values";
}

RecordBuilder OneBlock(std::uint32_t word) { return Head(1).U32(1).U32(1).U32(1).U32(0).U32(word); }
// Two values.  Their blocks start at offset 40, which is word 13.
RecordBuilder TwoBlocks(std::uint32_t first, std::uint32_t second) {
  return Head(1).U32(1).U32(2).U32(1).U32(0).U32(first).U32(1).U32(second);
}

TEST(ResultRecordTest, BlocksRunToTheEndExactly) {
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04000008 40000000"))), "");
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04000005 40000000"))), "")
      << "with padding";
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04000008 40000000 00000000"))),
            "Data record: bytes left over behind the value blocks");
  EXPECT_EQ(ErrorOf(Check(Version::k2, TwoBlocks(14, 13).Hex("04000004 05000004 00000000"))),
            "Data record: bytes left over behind the value blocks");
}

TEST(ResultRecordTest, ABlockRunsPastTheEnd) {
  const std::string expected = "Data record: a value block runs past the end";
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04000009 40000000"))), expected);
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04000005 40"))), expected)
      << "its padding";
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04ffffff 40000000"))), expected);
}

TEST(ResultRecordTest, ABlockHasAHeader) {
  const std::string outside = "Data record: a value block outside of the record";
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11))), outside);
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("040000"))), outside);
  const std::string without = "Data record: a value block without a header";
  for (const char* length : {"000000", "000001", "000003"})
    EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(11).Hex("04").Hex(length).U32(0))), without)
        << "shorter than its own header";
}

TEST(ResultRecordTest, BlocksOfOneSizeAreCheckedOneByOneAllTheSame) {
  EXPECT_EQ(
      ErrorOf(Check(Version::k2, TwoBlocks(13, 15).Hex("04000008 00000001 04000008 00000002"))),
      "");
  EXPECT_EQ(
      ErrorOf(Check(Version::k2, TwoBlocks(13, 15).Hex("04000008 00000001 05000008 00000002"))),
      "");
  EXPECT_EQ(
      ErrorOf(Check(Version::k2, TwoBlocks(13, 15).Hex("04000008 00000001 04000007 00000002"))),
      "");
  EXPECT_EQ(ErrorOf(Check(Version::k2, TwoBlocks(13, 15).Hex("04000008 00000001 04000004"))), "");
  EXPECT_EQ(
      ErrorOf(Check(Version::k2, TwoBlocks(13, 16).Hex("04000008 00000001 04000008 00000002"))),
      "Data record: a value block outside of the record");
  EXPECT_EQ(
      ErrorOf(Check(Version::k2, TwoBlocks(13, 15).Hex("04000008 00000001 0400000c 00000002"))),
      "Data record: a value block runs past the end");
  EXPECT_EQ(ErrorOf(Check(Version::k2, TwoBlocks(13, 14).Hex("04000003 04000003"))),
            "Data record: a value block without a header");
}

TEST(ResultRecordTest, ABlockOutsideOfTheRecord) {
  for (const std::uint32_t word : {0u, 1u, 2u, 13u, 0x40000000u, 0xffffffffu})
    EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(word).Hex("04000008 40000000"))),
              "Data record: a value block outside of the record")
        << word;
}

TEST(ResultRecordTest, ABlockThatNobodyCheckedIsReadInsideOfTheRecordOnly) {
  const auto has_block = [](std::uint32_t word, std::string_view block) {
    ResultRecord record;
    const RecordBuilder body = OneBlock(word).Hex(block);
    EXPECT_TRUE(record.DecodeSets(Version::k2, body));
    return record.sets()[0].CheckedBlock(0).has_value();
  };
  EXPECT_TRUE(has_block(11, "04000008 40000000"));
  for (const char* block : {"04000009 40000000", "04ffffff 40000000", "04000003 40000000", "0400"})
    EXPECT_FALSE(has_block(11, block)) << block;
  for (const std::uint32_t word : {13u, 0x40000000u, 0xffffffffu})
    EXPECT_FALSE(has_block(word, "04000008 40000000")) << word;
}

TEST(ResultRecordTest, BlocksDoNotOverlapTheValuesOrLeaveAGap) {
  const std::string expected = "Data record: value blocks overlap or leave a gap";
  EXPECT_EQ(ErrorOf(Check(Version::k2, OneBlock(12).Hex("00000000 04000004"))), expected);
  RecordBuilder inside_the_values = Head(1).U32(1).U32(1).U32(1).U32(8).U32(9);
  EXPECT_EQ(ErrorOf(Check(Version::k2, inside_the_values)), expected)
      << "a block of 8 bytes: the value itself";
  EXPECT_EQ(ErrorOf(Check(Version::k2, TwoBlocks(13, 13).Hex("04000004 04000004"))), expected)
      << "shared";
}

TEST(ResultRecordTest, BlocksMayBeInAnyOrder) {
  const RecordBuilder body = TwoBlocks(15, 13).Hex("04000008 00000001 05000008 00000002");
  ResultRecord record;
  const auto decoded = record.Decode(Version::k2, body);
  ASSERT_TRUE(decoded) << decoded.error().Message();
  EXPECT_EQ(record.sets()[0].Block(0).type, Type::kDouble);
  EXPECT_EQ(record.sets()[0].Block(1).type, Type::kFloat);
  EXPECT_EQ(
      Reencoded(Version::k2, body),
      ToHex(RecordBuilder().Frame(TwoBlocks(13, 15).Hex("05000008 00000002 04000008 00000001"))));
}

TEST(ResultRecordDamageTest, FailsOrEverythingInItCanBeRead) {
  const auto sweep = [](Version version, const RecordBuilder& whole) {
    ResultRecord record;
    test::ForEachDamage(whole, [&](Bytes damaged) {
      const test::AllocationLimit limit(8 * damaged.size() + 1024);
      const auto decoded = record.Decode(version, damaged);
      EXPECT_TRUE(limit.Kept()) << limit.peak();
      if (!decoded || !test::Representable(version, record.stamp())) return;
      // A flipped bit cannot put blocks into another order.
      EXPECT_EQ(Reencoded(version, damaged), ToHex(RecordBuilder().Frame(damaged)));
    });
  };
  sweep(Version::k3, LoadAndSwitches());
  sweep(Version::k2, OfEveryKind());
}

// All results of a decoder, as text.
std::string Told(const Result<void>& decoded, const ResultRecord& record, Bytes body) {
  if (!decoded) return decoded.error().Message();
  std::string told = ToHex(record.blocks());
  for (const ValueSet& set : record.sets()) {
    told += fmt::format("|{} {} {} {}", set.id().value, set.count(),
                        static_cast<std::uint32_t>(set.format()), set.stride());
    if (set.size() > 0) told += fmt::format(" at {}", set.pairs() - body.data());
    for (std::uint32_t i = 0; i < set.size(); ++i) {
      told += fmt::format(" {}:{}", set.Instance(i), set.Word(i));
      if (!set.in_place()) told += " " + ToHex(set.Block(i).payload);
    }
  }
  return told;
}

TEST(ResultRecordDamageTest, WhatWasDecodedBeforePlaysNoPart) {
  const auto sweep = [](Version version, const RecordBuilder& whole) {
    ResultRecord used;
    test::ForEachDamage(whole, [&](Bytes damaged) {
      ASSERT_TRUE(used.Decode(version, whole));
      ResultRecord fresh;
      const std::string expected = Told(fresh.Decode(version, damaged), fresh, damaged);
      EXPECT_EQ(Told(used.Decode(version, damaged), used, damaged), expected);
      const std::string again = Told(used.Decode(version, damaged), used, damaged);
      EXPECT_EQ(again, expected) << "after an error, too";
    });
  };
  sweep(Version::k3, LoadAndSwitches());
  sweep(Version::k2, OfEveryKind());
}

}  // namespace
}  // namespace fdr

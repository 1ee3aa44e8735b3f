// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/label_record.h"

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

// A text field as old writers left it: the NUL is followed by arbitrary bytes from memory.
RecordBuilder& Field(RecordBuilder& out, std::string_view text, std::size_t width,
                     std::uint8_t rest = 0) {
  return out.Text(text).U8(0).Fill(width - text.size() - 1, rest);
}

RecordBuilder V2Label(std::uint8_t rest = 0) {
  RecordBuilder out("00000084 50052602 00000e1d | 5a000000 000f423f | ffffffff");
  Field(out, "vm", 64, rest);
  Field(out, "AEST-10", 40, rest);
  return out.U32(132);
}

RecordBuilder V3Label(std::string_view features = "00000000", std::uint8_t rest = 0) {
  RecordBuilder out("00000328 50052603 00000e1d | 6afff213 00000000 0ebba2ef | fffffffe");
  out.Hex(features).U32(0);
  Field(out, "vm", 256, rest);
  Field(out, "UTC", 256, rest);
  Field(out, ":Australia/Melbourne", 256, rest);
  return out.U32(808);
}

Result<LabelRecord> Decode(Bytes file) { return LabelRecord::Decode(file, "a.0"); }

std::string Encoded(const LabelRecord& label) {
  ByteBuffer out;
  label.Encode(out);
  return ToHex(out);
}

TEST(LabelRecordTest, DecodesVersion2) {
  const auto label = Decode(V2Label());
  ASSERT_TRUE(label) << label.error().Message();
  EXPECT_EQ(label->version, Version::k2);
  EXPECT_EQ(label->size(), 132u);
  EXPECT_EQ(label->pid, 0xe1d);
  EXPECT_EQ(label->start, (Timestamp{0x5a000000, 999'999'000}));
  EXPECT_EQ(label->volume, kMetadataVolume);
  EXPECT_EQ(label->features, 0u);
  EXPECT_EQ(label->host.view(), "vm");
  EXPECT_EQ(label->timezone.view(), "AEST-10");
  EXPECT_EQ(label->zoneinfo.view(), "");
}

TEST(LabelRecordTest, DecodesVersion3) {
  const auto label = Decode(V3Label());
  ASSERT_TRUE(label) << label.error().Message();
  EXPECT_EQ(label->version, Version::k3);
  EXPECT_EQ(label->size(), 808u);
  EXPECT_EQ(label->pid, 0xe1d);
  EXPECT_EQ(label->start, (Timestamp{0x6afff213, 0x0ebba2ef}));
  EXPECT_EQ(label->volume, kIndexVolume);
  EXPECT_EQ(label->host.view(), "vm");
  EXPECT_EQ(label->timezone.view(), "UTC");
  EXPECT_EQ(label->zoneinfo.view(), ":Australia/Melbourne");
}

TEST(LabelRecordTest, EncodesTheBytesThatItDecodedAndWhatFollowsANul) {
  for (const RecordBuilder& bytes :
       {V2Label(), V2Label(0xaa), V3Label(), V3Label("80000000", 0xaa)}) {
    const auto label = Decode(bytes);
    ASSERT_TRUE(label) << label.error().Message();
    EXPECT_EQ(Encoded(*label), ToHex(bytes));
  }
}

TEST(LabelRecordTest, WhatFollowsTheLabelDoesNotMatter) {
  EXPECT_TRUE(Decode(V2Label().Fill(900, 0xff)));
  EXPECT_TRUE(Decode(V3Label().Fill(1, 0xff)));
}

TEST(LabelRecordTest, EncodesALabelMadeFromScratch) {
  LabelRecord label;
  label.version = Version::k2;
  label.pid = 0xe1d;
  label.start = {0x5a000000, 999'999'000};
  label.volume = kMetadataVolume;
  label.host = "vm";
  label.timezone = "AEST-10";
  label.zoneinfo = "not in version 2";
  EXPECT_EQ(Encoded(label), ToHex(V2Label()));
}

TEST(LabelRecordTest, FileWithoutALabelIsEmpty) {
  for (std::size_t size = 0; size < 8; ++size) {
    const auto label = Decode(Bytes(V3Label()).first(size));
    ASSERT_FALSE(label);
    EXPECT_EQ(label.error().code, Errc::kEmpty) << size;
    EXPECT_EQ(label.error().file, "a.0");
  }
}

TEST(LabelRecordTest, FileThatEndsWithinItsLabelIsBad) {
  for (const RecordBuilder& whole : {V2Label(), V3Label()}) {
    for (std::size_t size = 8; size < whole.bytes().size(); ++size) {
      const auto label = Decode(Bytes(whole).first(size));
      ASSERT_EQ(ErrorOf(label), "The file ends within its label") << size;
      EXPECT_EQ(label.error().code, Errc::kBadLabel);
      EXPECT_EQ(label.error().offset, size);
    }
  }
}

TEST(LabelRecordTest, OtherFilesAreNoArchives) {
  const auto label = Decode(RecordBuilder().Text("#!/bin/sh\n"));
  EXPECT_EQ(ErrorOf(label), "Not a PCP archive: bad magic number");
  EXPECT_EQ(label.error().code, Errc::kBadLabel);
}

TEST(LabelRecordTest, OtherVersionsAreNamed) {
  for (const char* version : {"01", "04", "ff"}) {
    const auto label = Decode(RecordBuilder("00000084 500526").Hex(version));
    ASSERT_FALSE(label);
    EXPECT_EQ(label.error().code, Errc::kUnsupportedVersion) << version;
  }
  EXPECT_EQ(ErrorOf(Decode(RecordBuilder("00000084 50052601"))),
            "Version 1 of the archive format is not supported");
}

// A loss of power can leave such a label.
TEST(LabelRecordTest, ZerosBehindTheFirstBytesAreATornLabel) {
  const auto label = Decode(RecordBuilder("00000084 500526").Hex("00").Hex("00000000"));
  EXPECT_EQ(ErrorOf(label), "Torn label: no version");
  EXPECT_EQ(label.error().code, Errc::kBadLabel);
}

TEST(LabelRecordTest, TheLengthMustBeThatOfTheVersion) {
  EXPECT_EQ(ErrorOf(Decode(RecordBuilder("00000328 50052602").Fill(800, 0))),
            "Label record of 808 bytes instead of 132");
  EXPECT_EQ(ErrorOf(Decode(RecordBuilder("00000084 50052603").Fill(800, 0))),
            "Label record of 132 bytes instead of 808");
}

TEST(LabelRecordTest, TheTrailerMustRepeatTheLength) {
  RecordBuilder bytes("00000084 50052602");
  bytes.Fill(120, 0).U32(133);
  const auto label = Decode(bytes);
  EXPECT_EQ(ErrorOf(label), "Label record ends in length 133 instead of 132");
  EXPECT_EQ(label.error().offset, 128u);
}

TEST(LabelRecordTest, OnlyTheTestBitIsAKnownFeature) {
  EXPECT_EQ(Decode(V3Label("80000000"))->UnknownFeatures(), 0u);
  EXPECT_EQ(Decode(V3Label("80000001"))->UnknownFeatures(), 1u);
  EXPECT_EQ(Decode(V3Label("40000000"))->UnknownFeatures(), 0x40000000u);
}

TEST(LabelTextTest, LongTextsAreCutToWhatFitsWithANul) {
  const std::string host(300, 'h');
  LabelRecord label;
  label.version = Version::k2;
  label.host = LabelText(host);
  ByteBuffer out;
  label.Encode(out);
  EXPECT_EQ(Decode(out)->host.view(), host.substr(0, 63));
  out.clear();
  label.version = Version::k3;
  label.Encode(out);
  EXPECT_EQ(Decode(out)->host.view(), host.substr(0, 255));
}

TEST(LabelTextTest, AFieldWithoutANulIsUsedUpToItsLastByteAndKeptAsItIs) {
  RecordBuilder bytes("00000084 50052602 00000000 | 00000000 00000000 | 00000000");
  bytes.Fill(64, 'h').Fill(40, 'z').U32(132);
  const auto label = Decode(bytes);
  ASSERT_TRUE(label);
  EXPECT_EQ(label->host.view(), std::string(63, 'h'));
  EXPECT_EQ(label->timezone.view(), std::string(39, 'z'));
  EXPECT_EQ(Encoded(*label), ToHex(bytes));
}

TEST(LabelTextTest, AnotherVersionTakesTheTextWithoutWhatFollowedIt) {
  auto label = Decode(V2Label(0xaa));
  ASSERT_TRUE(label);
  label->version = Version::k3;
  label->start = {0x6afff213, 0x0ebba2ef};
  label->volume = kIndexVolume;
  label->timezone = "UTC";
  label->zoneinfo = ":Australia/Melbourne";
  EXPECT_EQ(Encoded(*label), ToHex(V3Label()));
}

TEST(LabelTextTest, ComparesWhatIsRead) {
  EXPECT_EQ(Decode(V2Label(0xaa))->host, Decode(V3Label())->host);
  EXPECT_EQ(LabelText("vm"), Decode(V2Label(0xaa))->host);
  EXPECT_FALSE(LabelText("vm2") == Decode(V2Label(0xaa))->host);
}

TEST(LabelRecordDamageTest, FailsOrEncodesToTheSameBytes) {
  for (const RecordBuilder& whole : {V2Label(), V3Label()}) {
    test::ForEachDamage(whole, [](Bytes damaged) {
      const test::AllocationLimit limit(damaged.size() + 1024);
      const auto label = Decode(damaged);
      EXPECT_TRUE(limit.Kept()) << limit.peak();
      if (label && test::Representable(label->version, label->start)) {
        EXPECT_EQ(Encoded(*label), ToHex(damaged));
      }
    });
  }
}

}  // namespace
}  // namespace fdr

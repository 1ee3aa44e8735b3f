// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::RecordBuilder;
using test::ToHex;

Timestamp Read(Version version, const RecordBuilder& bytes) {
  ByteReader in(bytes);
  const Timestamp stamp = ReadStamp(version, in);
  EXPECT_TRUE(in.AtEnd());
  return stamp;
}

std::string Written(Version version, Timestamp stamp) {
  ByteBuffer buffer;
  ByteWriter out(buffer);
  WriteStamp(version, stamp, out);
  return ToHex(buffer);
}

TEST(StampCodecTest, Version2HoldsMicroseconds) {
  EXPECT_EQ(Read(Version::k2, RecordBuilder("6afff213 000f423f")),
            (Timestamp{0x6afff213, 999'999'000}));
  EXPECT_EQ(Read(Version::k2, RecordBuilder("ffffffff ffffffff")), (Timestamp{-1, -1000}));
}

TEST(StampCodecTest, Version3HoldsTheLowWordOfTheSecondsFirst) {
  EXPECT_EQ(Read(Version::k3, RecordBuilder("6afff213 00000000 0ec62d65")),
            (Timestamp{0x6afff213, 0x0ec62d65}));
  EXPECT_EQ(Read(Version::k3, RecordBuilder("00000001 00000002 3b9ac9ff")),
            (Timestamp{0x200000001, 999'999'999}));
  EXPECT_EQ(Read(Version::k3, RecordBuilder("ffffffff ffffffff ffffffff")), (Timestamp{-1, -1}));
}

TEST(StampCodecTest, MicrosecondsTooLargeForNanosecondsStayInvalid) {
  for (const char* usec : {"000f4240", "0020c49c", "7fffffff", "80000000", "ffffffff"}) {
    const Timestamp stamp = Read(Version::k2, RecordBuilder("00000001").Hex(usec));
    EXPECT_EQ(stamp.sec, 1);
    EXPECT_FALSE(stamp.Valid()) << usec;
  }
  EXPECT_TRUE(Read(Version::k2, RecordBuilder("00000001 000f423f")).Valid());
}

TEST(StampCodecTest, AShortStampFailsTheReader) {
  for (const Version version : {Version::k2, Version::k3}) {
    const RecordBuilder bytes = RecordBuilder().Fill(StampSize(version) - 1, 0xff);
    ByteReader in(bytes);
    EXPECT_EQ(ReadStamp(version, in), Timestamp{});
    EXPECT_TRUE(in.failed());
  }
}

TEST(StampCodecTest, WritesWhatItReads) {
  EXPECT_EQ(Written(Version::k3, {0x6afff213, 0x0ec62d65}),
            "6afff213"
            "00000000"
            "0ec62d65");
  EXPECT_EQ(Written(Version::k3, {0x200000001, 999'999'999}),
            "00000001"
            "00000002"
            "3b9ac9ff");
  EXPECT_EQ(Written(Version::k3, {std::numeric_limits<std::int64_t>::min(), -1}),
            "00000000"
            "80000000"
            "ffffffff");
  EXPECT_EQ(Written(Version::k2, {0x6afff213, 999'999'000}),
            "6afff213"
            "000f423f");
}

TEST(StampCodecTest, Version2TruncatesToMicroseconds) {
  EXPECT_EQ(Written(Version::k2, {1, 999'999'999}),
            "00000001"
            "000f423f");
  EXPECT_EQ(Written(Version::k2, {1, 999}),
            "00000001"
            "00000000");
}

TEST(StampCodecTest, KnowsHowAStampReadsOnceItIsStored) {
  EXPECT_EQ(AsStored(Version::k2, {1, 999'999'999}), (Timestamp{1, 999'999'000}));
  EXPECT_EQ(AsStored(Version::k3, {1, 999'999'999}), (Timestamp{1, 999'999'999}));
}

TEST(StampCodecTest, OnlyTimesAreStorableAndInVersion2Until2038) {
  for (const Version version : {Version::k2, Version::k3}) {
    EXPECT_EQ(ErrorOf(CheckStorable(version, {0, 0})), "");
    EXPECT_EQ(ErrorOf(CheckStorable(version, {0x7fffffff, 999'999'999})), "");
    EXPECT_EQ(ErrorOf(CheckStorable(version, {-1, 0})), "Not a time: -1 seconds, 0 nanoseconds");
    EXPECT_EQ(ErrorOf(CheckStorable(version, {1, 1'000'000'000})),
              "Not a time: 1 seconds, 1000000000 nanoseconds");
  }
  EXPECT_EQ(ErrorOf(CheckStorable(Version::k3, {0x80000000, 0})), "");
  EXPECT_EQ(ErrorOf(CheckStorable(Version::k2, {0x80000000, 0})),
            "Version 2 of the archive format ends in 2038: it cannot hold second 2147483648");
}

}  // namespace
}  // namespace fdr

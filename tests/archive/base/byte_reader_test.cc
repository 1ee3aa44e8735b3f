// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/byte_reader.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;
using test::ToHex;

TEST(ByteReaderTest, ReadsBigEndianFieldsInOrder) {
  const RecordBuilder bytes(
      "01 | 0203 | 04050607 | 08090a0b 0c0d0e0f | fffffffe | ffffffff fffffffd | 61");
  ByteReader in(bytes);
  EXPECT_EQ(in.U8(), 0x01);
  EXPECT_EQ(in.U16(), 0x0203);
  EXPECT_EQ(in.U32(), 0x04050607u);
  EXPECT_EQ(in.U64(), 0x08090a0b0c0d0e0fu);
  EXPECT_EQ(in.I32(), -2);
  EXPECT_EQ(in.I64(), -3);
  EXPECT_FALSE(in.AtEnd());
  EXPECT_EQ(in.offset(), 27u);
  EXPECT_EQ(AsText(in.Rest()), "a");
  EXPECT_TRUE(in.AtEnd());
}

TEST(ByteReaderTest, TheFirstReadPastTheEndFailsForGood) {
  const RecordBuilder bytes("0102");
  ByteReader in(bytes);
  EXPECT_EQ(in.U32(), 0u);
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.U8(), 0u) << "although a byte is there";
  EXPECT_TRUE(in.Rest().empty());
  EXPECT_FALSE(in.AtEnd());
  EXPECT_FALSE(in.Fits(0, 1));
}

TEST(ByteReaderTest, EveryWidthChecksItsOwnSize) {
  const RecordBuilder bytes("00000000000000");
  const auto fails_after = [&](std::size_t skipped, auto read) {
    ByteReader in(bytes);
    in.Take(skipped);
    read(in);
    return in.failed();
  };
  const auto u8 = [](ByteReader& in) { in.U8(); };
  const auto u16 = [](ByteReader& in) { in.U16(); };
  const auto u32 = [](ByteReader& in) { in.U32(); };
  const auto u64 = [](ByteReader& in) { in.U64(); };
  EXPECT_FALSE(fails_after(6, u8));
  EXPECT_TRUE(fails_after(7, u8));
  EXPECT_FALSE(fails_after(5, u16));
  EXPECT_TRUE(fails_after(6, u16));
  EXPECT_FALSE(fails_after(3, u32));
  EXPECT_TRUE(fails_after(4, u32));
  EXPECT_TRUE(fails_after(0, u64));
}

TEST(ByteReaderTest, LengthsThatWouldWrapAreNotTaken) {
  const RecordBuilder bytes("01020304");
  ByteReader in(bytes);
  in.U8();
  EXPECT_TRUE(in.Take(std::numeric_limits<std::uint64_t>::max()).empty());
  EXPECT_TRUE(in.failed());
  EXPECT_EQ(in.offset(), 1u);
}

TEST(ByteReaderTest, TakesExactlyWhatIsLeftAndNothingFromNothing) {
  ByteReader in(Bytes{});
  EXPECT_TRUE(in.AtEnd());
  EXPECT_TRUE(in.Take(0).empty());
  EXPECT_TRUE(in.AtEnd());
  in.Take(1);
  EXPECT_TRUE(in.failed());
}

TEST(ByteReaderTest, FitsIsAskedBeforeMultiplying) {
  const RecordBuilder bytes("0000000000000000 0000000000000000");
  const ByteReader in(bytes);
  EXPECT_TRUE(in.Fits(2, 8));
  EXPECT_FALSE(in.Fits(3, 8));
  EXPECT_FALSE(in.Fits(std::numeric_limits<std::uint64_t>::max(), 8));
}

TEST(ByteWriterTest, WritesWhatTheReaderReads) {
  ByteBuffer buffer;
  ByteWriter out(buffer);
  out.U8(0x01);
  out.U16(0x0203);
  out.U32(0x04050607);
  out.U64(0x08090a0b0c0d0e0f);
  out.I32(-2);
  out.I64(-3);
  out.Text("ab");
  out.Raw(RecordBuilder("c0c1"));
  out.Fill(2, 0x7e);
  EXPECT_EQ(ToHex(buffer),
            "01"
            "0203"
            "04050607"
            "08090a0b0c0d0e0f"
            "fffffffe"
            "fffffffffffffffd"
            "6162"
            "c0c1"
            "7e7e");
  EXPECT_EQ(out.size(), buffer.size());
}

}  // namespace
}  // namespace fdr

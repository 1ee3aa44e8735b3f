// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/index_entry.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/record_builder.h"

namespace fdr {
namespace {

using test::RecordBuilder;
using test::ToHex;

std::string Encoded(Version version, const IndexEntry& entry) {
  ByteBuffer out;
  entry.Encode(version, out);
  return ToHex(out);
}

TEST(IndexEntryTest, DecodesVersion2) {
  const RecordBuilder bytes("5a000000 0001e240 | 00000001 | 00000469 | 7ffffff0");
  ASSERT_EQ(bytes.bytes().size(), IndexEntrySize(Version::k2));
  const IndexEntry entry = IndexEntry::Decode(Version::k2, bytes);
  EXPECT_EQ(entry, (IndexEntry{{0x5a000000, 123'456'000}, 1, 0x469, 0x7ffffff0}));
  EXPECT_EQ(Encoded(Version::k2, entry), ToHex(bytes));
}

TEST(IndexEntryTest, DecodesVersion3WithOffsetsInTrueBigEndian) {
  const RecordBuilder bytes(
      "6afff213 00000000 0ec62d65 | 00000000 | 00000000 00000469 | 00000000 000003d4");
  ASSERT_EQ(bytes.bytes().size(), IndexEntrySize(Version::k3));
  const IndexEntry entry = IndexEntry::Decode(Version::k3, bytes);
  EXPECT_EQ(entry, (IndexEntry{{0x6afff213, 0x0ec62d65}, 0, 0x469, 0x3d4}));
  EXPECT_EQ(Encoded(Version::k3, entry), ToHex(bytes));

  const RecordBuilder large(
      "6afff213 00000000 0ec62d65 | 00000007 | 00000001 00000002 | 00000003 00000004");
  EXPECT_EQ(IndexEntry::Decode(Version::k3, large).meta_offset, 0x100000002);
  EXPECT_EQ(IndexEntry::Decode(Version::k3, large).data_offset, 0x300000004);
  EXPECT_EQ(Encoded(Version::k3, IndexEntry::Decode(Version::k3, large)), ToHex(large));
}

TEST(IndexEntryTest, KeepsWhatMakesNoSense) {
  const RecordBuilder v2("ffffffff fffffff0 | fffffffe | 80000000 | ffffffff");
  // PCP reads these values as large offsets, not as negative ones.
  EXPECT_EQ(IndexEntry::Decode(Version::k2, v2).meta_offset, 0x80000000);
  EXPECT_EQ(IndexEntry::Decode(Version::k2, v2).data_offset, 0xffffffff);
  EXPECT_EQ(Encoded(Version::k2, IndexEntry::Decode(Version::k2, v2)), ToHex(v2));
  const RecordBuilder v3 = RecordBuilder().Fill(32, 0xff);
  EXPECT_EQ(IndexEntry::Decode(Version::k3, v3), (IndexEntry{{-1, -1}, -1, -1, -1}));
  EXPECT_EQ(Encoded(Version::k3, IndexEntry::Decode(Version::k3, v3)), ToHex(v3));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/zstd_seek_table.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/compressed.h"

namespace fdr {
namespace {

using test::Concatenate;
using test::InMemory;

ByteBuffer TwoFrames() { return ZstdSeekTable::Encode({{100, 1000}, {50, 500}}); }

TEST(ZstdSeekTableTest, IsReadFromTheEndOfTheFile) {
  const auto table = ZstdSeekTable::Read(*InMemory(Concatenate({ByteBuffer(150), TwoFrames()})));
  ASSERT_TRUE(table && *table);
  ASSERT_EQ((*table)->frames.size(), 2u);
  EXPECT_EQ((*table)->frames[0].file_size, 100u);
  EXPECT_EQ((*table)->frames[0].content_size, 1000u);
  EXPECT_EQ((*table)->frames[1].file_size, 50u);
  EXPECT_EQ((*table)->frames[1].content_size, 500u);
  EXPECT_EQ((*table)->size_in_file, TwoFrames().size());
}

TEST(ZstdSeekTableTest, ChecksumsArePassedOver) {
  const unsigned char bytes[] = {0x5E, 0x2A, 0x4D, 0x18, 21,   0,    0,    0,    1,    0,
                                 0,    0,    2,    0,    0,    0,    0xAA, 0xAA, 0xAA, 0xAA,
                                 1,    0,    0,    0,    0x80, 0xB1, 0xEA, 0x92, 0x8F};
  const auto table = ZstdSeekTable::Read(*InMemory(std::as_bytes(std::span(bytes))));
  ASSERT_TRUE(table && *table);
  ASSERT_EQ((*table)->frames.size(), 1u);
  EXPECT_EQ((*table)->frames[0].file_size, 1u);
  EXPECT_EQ((*table)->frames[0].content_size, 2u);
  EXPECT_EQ((*table)->size_in_file, sizeof bytes);
}

TEST(ZstdSeekTableTest, MostFilesHaveNone) {
  for (const std::size_t size : {0u, 8u, 9u, 1000u}) {
    const auto table = ZstdSeekTable::Read(*InMemory(ByteBuffer(size)));
    ASSERT_TRUE(table);
    EXPECT_FALSE(*table);
  }
}

TEST(ZstdSeekTableTest, DamageIsAnError) {
  const ByteBuffer whole = TwoFrames();
  const auto expect_damaged = [&](std::size_t at, int value) {
    ByteBuffer bytes = whole;
    bytes[at] = static_cast<std::byte>(value);
    const auto table = ZstdSeekTable::Read(*InMemory(bytes));
    ASSERT_FALSE(table) << at;
    EXPECT_EQ(table.error().what, "The zstd seek table is damaged");
    EXPECT_EQ(table.error().code, Errc::kCompression);
  };
  expect_damaged(0, 0);                   // The skippable frame's magic.
  expect_damaged(4, 26);                  // Its size.
  expect_damaged(whole.size() - 9, 1);    // One frame, in room for two.
  expect_damaged(whole.size() - 9, 3);    // More frames than have room.
  expect_damaged(whole.size() - 6, 255);  // Far more.
  expect_damaged(whole.size() - 5, 0x80);
  expect_damaged(whole.size() - 5, 0x04);
}

TEST(ZstdSeekTableTest, EveryTruncationAtTheFrontIsAnError) {
  const ByteBuffer whole = TwoFrames();
  for (std::size_t cut = 1; cut <= whole.size() - 9; ++cut) {
    EXPECT_FALSE(ZstdSeekTable::Read(*InMemory(Bytes(whole).subspan(cut)))) << cut;
  }
}

}  // namespace
}  // namespace fdr

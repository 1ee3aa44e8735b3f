// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/zstd_frame.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <initializer_list>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/tests/support/compressed.h"

namespace fdr {
namespace {

ByteBuffer Hex(std::initializer_list<int> bytes) {
  ByteBuffer out;
  for (const int byte : bytes) out.push_back(static_cast<std::byte>(byte));
  return out;
}

TEST(ZstdFrameTest, DecodesEverySizeOfContentSize) {
  const auto one = ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFD, 0x20, 7}));
  ASSERT_TRUE(one);
  EXPECT_EQ(one->content_size, 7u);
  EXPECT_EQ(one->size, 6u);
  EXPECT_FALSE(one->has_checksum);
  const auto two = ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFD, 0x64, 1, 2}));
  ASSERT_TRUE(two);
  EXPECT_EQ(two->content_size, 0x201u + 256);
  EXPECT_TRUE(two->has_checksum);
  const auto four = ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFD, 0xA0, 1, 2, 3, 4}));
  ASSERT_TRUE(four);
  EXPECT_EQ(four->content_size, 0x04030201u);
  const auto eight =
      ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFD, 0xE0, 1, 2, 3, 4, 5, 6, 7, 8}));
  ASSERT_TRUE(eight);
  EXPECT_EQ(eight->content_size, 0x0807060504030201u);
  EXPECT_EQ(eight->size, 13u);
}

TEST(ZstdFrameTest, AFrameNeedNotStateItsContentSize) {
  const auto header = ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x58}));
  ASSERT_TRUE(header);
  EXPECT_FALSE(header->content_size);
  EXPECT_FALSE(header->Empty());
  EXPECT_EQ(header->size, 6u);
}

TEST(ZstdFrameTest, WindowAndDictionaryComeBeforeTheContentSize) {
  const auto header = ZstdFrameHeader::Decode(
      Hex({0x28, 0xB5, 0x2F, 0xFD, 0xC3, 0x58, 9, 9, 9, 9, 1, 0, 0, 0, 0, 0, 0, 0}));
  ASSERT_TRUE(header);
  EXPECT_EQ(header->content_size, 1u);
  EXPECT_EQ(header->size, kMaxZstdFrameHeader);
}

TEST(ZstdFrameTest, AgreesWithTheLibrary) {
  for (const std::size_t size : {0u, 1u, 255u, 256u, 65'791u, 65'792u, 1'000'000u}) {
    const ByteBuffer content = test::SampleContent(size);
    ByteBuffer frame(ZSTD_compressBound(size));
    frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(), size, 1));
    const auto header = ZstdFrameHeader::Decode(frame);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->content_size, size);
    EXPECT_EQ(header->Empty(), size == 0);
  }
}

TEST(ZstdFrameTest, SkippableFramesHaveNoContent) {
  for (const int magic : {0x50, 0x5E, 0x5F}) {
    const auto header = ZstdFrameHeader::Decode(Hex({magic, 0x2A, 0x4D, 0x18, 1, 2, 3, 4}));
    ASSERT_TRUE(header);
    EXPECT_TRUE(header->skippable);
    EXPECT_TRUE(header->Empty());
    EXPECT_EQ(header->skippable_size, 0x04030201u);
    EXPECT_EQ(header->size, kZstdSkippableHeader);
  }
}

TEST(ZstdFrameTest, WhatIsNotAWholeHeaderIsRefused) {
  EXPECT_FALSE(ZstdFrameHeader::Decode({}));
  EXPECT_FALSE(ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFE, 0x20, 7})));  // Another magic.
  EXPECT_FALSE(
      ZstdFrameHeader::Decode(Hex({0x28, 0xB5, 0x2F, 0xFD, 0x28, 7})));  // The reserved bit.
  EXPECT_FALSE(ZstdFrameHeader::Decode(Hex({0x60, 0x2A, 0x4D, 0x18, 0, 0, 0, 0})));
  const ByteBuffer whole =
      Hex({0x28, 0xB5, 0x2F, 0xFD, 0xC3, 0x58, 9, 9, 9, 9, 1, 0, 0, 0, 0, 0, 0, 0});
  const ByteBuffer skippable = Hex({0x50, 0x2A, 0x4D, 0x18, 1, 2, 3, 4});
  for (std::size_t n = 0; n < whole.size(); ++n)
    EXPECT_FALSE(ZstdFrameHeader::Decode(Bytes(whole).first(n)));
  for (std::size_t n = 0; n < skippable.size(); ++n) {
    EXPECT_FALSE(ZstdFrameHeader::Decode(Bytes(skippable).first(n)));
  }
}

TEST(ZstdFrameTest, BlocksTellTheirCompressedSize) {
  const auto raw = ZstdBlockHeader::Decode(Hex({0x40, 0x01, 0x00}));
  ASSERT_TRUE(raw);
  EXPECT_FALSE(raw->last);
  EXPECT_EQ(raw->size, 40u);
  const auto repeated = ZstdBlockHeader::Decode(Hex({0x43, 0x01, 0x00}));
  ASSERT_TRUE(repeated);
  EXPECT_TRUE(repeated->last);
  EXPECT_EQ(repeated->size, 1u);
  const auto compressed = ZstdBlockHeader::Decode(Hex({0x44, 0x01, 0x01}));
  ASSERT_TRUE(compressed);
  EXPECT_EQ(compressed->size, 0x2028u);
  EXPECT_FALSE(ZstdBlockHeader::Decode(Hex({0x46, 0x01, 0x00})));
  EXPECT_FALSE(ZstdBlockHeader::Decode(Hex({0x44, 0x01})));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/xz_file.h"
#include "fdr/archive/source/source_options.h"

#include <gtest/gtest.h>
#include <lzma.h>

#include <thread>
#include <vector>

#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/damage.h"

namespace fdr {
namespace {

using test::Compress;
using test::Concatenate;
using test::InMemory;
using test::ReadAll;
using test::SampleContent;

Result<std::unique_ptr<ByteSource>> OpenXz(Bytes xz,
                                           std::shared_ptr<BlockCache> cache = MakeBlockCache()) {
  auto file = InMemory(xz);
  auto index = XzIndex::Read(*file);
  if (!index) return Fail(index.error());
  return OpenXzFile(std::move(file), std::move(*index), std::move(cache));
}

Result<ByteBuffer> DecodeXz(Bytes xz) {
  const auto source = OpenXz(xz);
  if (!source) return Fail(source.error());
  return ReadAll(**source);
}

// One stream around `blocks`.  Its index describes a single block, with the given sizes.
ByteBuffer WithIndex(Bytes blocks, std::uint64_t unpadded_size, std::uint64_t content_size) {
  const auto bytes = [](ByteBuffer& buffer) {
    return reinterpret_cast<std::uint8_t*>(buffer.data());
  };
  const std::unique_ptr<lzma_index, void (*)(lzma_index*)> index(
      lzma_index_init(nullptr), [](lzma_index* i) { lzma_index_end(i, nullptr); });
  EXPECT_EQ(lzma_index_append(index.get(), nullptr, unpadded_size, content_size), LZMA_OK);
  ByteBuffer index_bytes(static_cast<std::size_t>(lzma_index_size(index.get())));
  std::size_t at = 0;
  EXPECT_EQ(lzma_index_buffer_encode(index.get(), bytes(index_bytes), &at, index_bytes.size()),
            LZMA_OK);
  lzma_stream_flags flags{};
  flags.backward_size = index_bytes.size();
  flags.check = LZMA_CHECK_CRC64;
  ByteBuffer header(LZMA_STREAM_HEADER_SIZE);
  ByteBuffer footer(LZMA_STREAM_HEADER_SIZE);
  EXPECT_EQ(lzma_stream_header_encode(&flags, bytes(header)), LZMA_OK);
  EXPECT_EQ(lzma_stream_footer_encode(&flags, bytes(footer)), LZMA_OK);
  return Concatenate({header, blocks, index_bytes, footer});
}

// For the sweeps, which decode thousands of times.  Allocating a small dictionary is much faster.
ByteBuffer SmallBlocks(Bytes content) {
  return Compress({"xz", "-c", "--block-size=1000", "--lzma2=preset=1,dict=4KiB"}, content);
}

ByteBuffer Xz(Bytes content) { return Compress({"xz", "-c", "--block-size=10000"}, content); }

TEST(XzFileTest, RandomReadsGiveTheContent) {
  const ByteBuffer content = SampleContent(123'456);
  const auto source = OpenXz(Xz(content));
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_EQ((*source)->name(), "test");
  test::ExpectSameAtRandom(**source, content, 500, 30'000);
  EXPECT_EQ(ReadAll(**source), content);
}

TEST(XzFileTest, OnlyTheBlocksThatAReadTouchesAreDecoded) {
  const ByteBuffer content = SampleContent(100'000);
  const auto cache = MakeBlockCache();
  const auto source = OpenXz(Xz(content), cache);
  ASSERT_TRUE(source);
  EXPECT_EQ(cache->statistics().decodes, 0u);
  ByteBuffer out(100);
  ASSERT_TRUE((*source)->ReadAt(55'000, out));
  EXPECT_EQ(cache->statistics().decodes, 1u);
  ASSERT_TRUE((*source)->ReadAt(59'950, out));
  EXPECT_EQ(cache->statistics().decodes, 2u);
  ASSERT_TRUE((*source)->ReadAt(59'900, out));
  EXPECT_EQ(cache->statistics().decodes, 2u);
}

TEST(XzFileTest, AClosedFileLeavesNothingInTheCache) {
  const auto cache = MakeBlockCache();
  auto source = OpenXz(Xz(SampleContent(30'000)), cache);
  ASSERT_TRUE(source && ReadAll(**source));
  EXPECT_GE(cache->statistics().bytes, 30'000u);
  EXPECT_GT(cache->decoders().memory(), 0u);
  source->reset();
  EXPECT_EQ(cache->statistics().bytes, 0u);
  EXPECT_EQ(cache->decoders().memory(), 0u);
}

TEST(XzFileTest, StreamsAndPaddingFollowEachOther) {
  const ByteBuffer a = SampleContent(25'000, 1);
  const ByteBuffer b = SampleContent(15'000, 2);
  const ByteBuffer padding(8);
  const ByteBuffer empty = Xz({});
  const ByteBuffer xz =
      Concatenate({Xz(a), padding, empty, Compress({"xz", "-c", "-C", "crc32"}, b), padding});
  const auto source = OpenXz(xz);
  ASSERT_TRUE(source) << source.error().Message();
  test::ExpectSameAtRandom(**source, Concatenate({a, b}), 200, 20'000);
}

TEST(XzFileTest, EveryKindOfCheckAndFilterWorks) {
  const ByteBuffer content = SampleContent(20'000);
  for (const char* check : {"none", "crc32", "crc64", "sha256"}) {
    EXPECT_EQ(DecodeXz(Compress({"xz", "-c", "-C", check}, content)), content) << check;
  }
  EXPECT_EQ(DecodeXz(Compress({"xz", "-c", "--delta=dist=8", "--lzma2=preset=6"}, content)),
            content);
  EXPECT_EQ(DecodeXz(Compress({"xz", "-c", "-T2", "--block-size=4096"}, content)), content);
}

TEST(XzFileTest, EmptyContentHasNoBlocks) {
  const auto source = OpenXz(Xz({}));
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_EQ((*source)->size(), 0u);
  ByteBuffer out(10);
  EXPECT_EQ((*source)->ReadAt(0, out), 0u);
}

TEST(XzFileTest, TheIndexTellsTheLargestBlock) {
  const auto index = XzIndex::Read(*InMemory(Xz(SampleContent(25'000))));
  ASSERT_TRUE(index);
  EXPECT_EQ(index->content_size(), 25'000u);
  EXPECT_EQ(index->largest_block(), 10'000u);
}

TEST(XzFileTest, OtherFilesAreRefused) {
  for (const std::string text : {"", "x", "this is not an xz file, is it?!!"}) {
    const auto source = OpenXz(AsBytes(text));
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, Errc::kCompression);
    EXPECT_EQ(source.error().what, "Not an xz file");
    EXPECT_EQ(source.error().file, "test");
  }
}

TEST(XzFileTest, EveryTruncationIsAnError) {
  test::ForEachTruncation(SmallBlocks(SampleContent(3000)),
                          [](Bytes xz) { EXPECT_FALSE(DecodeXz(xz)) << xz.size(); });
}

TEST(XzFileTest, EveryFlippedBitIsAnErrorOrHarmless) {
  const ByteBuffer content = SampleContent(3000);
  test::ForEachBitFlip(SmallBlocks(content), [&](Bytes xz) {
    if (const auto decoded = DecodeXz(xz)) {
      EXPECT_EQ(*decoded, content);
    }
  });
}

TEST(XzFileTest, ADamagedBlockLeavesTheOthersReadable) {
  const ByteBuffer content = SampleContent(30'000);
  ByteBuffer xz = Xz(content);
  xz[xz.size() / 2] ^= std::byte{1};
  const auto source = OpenXz(xz);
  ASSERT_TRUE(source);
  ByteBuffer out(10'000);
  EXPECT_TRUE((*source)->ReadAt(0, out));
  EXPECT_TRUE((*source)->ReadAt(20'000, out));
  const auto damaged = (*source)->ReadAt(10'000, out);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().code, Errc::kCompression);
  EXPECT_EQ(damaged.error().what, "The xz file is damaged or truncated");
  EXPECT_GT(damaged.error().offset, 0u);
}

TEST(XzFileTest, AnIndexThatLiesIsAnError) {
  const ByteBuffer content = SampleContent(1000);
  const ByteBuffer xz = Xz(content);
  const auto index = XzIndex::Read(*InMemory(xz));
  ASSERT_TRUE(index);
  lzma_index_iter at;
  lzma_index_iter_init(&at, index->get());
  ASSERT_FALSE(lzma_index_iter_next(&at, LZMA_INDEX_ITER_BLOCK));
  const Bytes block = Bytes(xz).subspan(LZMA_STREAM_HEADER_SIZE, at.block.total_size);
  const std::uint64_t size = at.block.unpadded_size;
  ASSERT_EQ(DecodeXz(WithIndex(block, size, 1000)), content);
  for (const std::uint64_t claim : {1u, 999u, 1001u, 16u << 20}) {
    EXPECT_FALSE(DecodeXz(WithIndex(block, size, claim))) << claim;
  }
  for (const std::uint64_t claim : {size - 4, size + 4, std::uint64_t{5}, std::uint64_t{1} << 60}) {
    EXPECT_FALSE(DecodeXz(WithIndex(block, claim, 1000))) << claim;
  }
}

TEST(XzFileTest, AnIndexThatClaimsHugeBlocksSaysSo) {
  const ByteBuffer block(64);
  const auto index = XzIndex::Read(*InMemory(WithIndex(block, 64, std::uint64_t{1} << 60)));
  ASSERT_TRUE(index);
  EXPECT_EQ(index->largest_block(), std::uint64_t{1} << 60);
}

TEST(XzFileTest, ABlockThatNeedsALotOfMemoryIsRefused) {
  const ByteBuffer xz = Compress({"xz", "-c", "--lzma2=preset=0,dict=512MiB"}, SampleContent(1000));
  const auto decoded = DecodeXz(xz);
  ASSERT_FALSE(decoded);
  EXPECT_EQ(decoded.error().what, "The xz file needs too much memory");
}

TEST(XzFileTest, ADecoderServesOneBlockAfterTheOther) {
  const ByteBuffer content = SampleContent(30'000);
  // Streams with different filters, dictionaries and checks take turns.  One stream is damaged.
  const ByteBuffer sound = SmallBlocks(Bytes(content).first(3'000));
  const ByteBuffer other =
      Compress({"xz", "-c", "-C", "sha256", "--x86", "--lzma2=preset=6"}, content);
  ByteBuffer damaged = Xz(content);
  damaged[damaged.size() / 2] ^= std::byte{1};
  const auto cache = MakeBlockCache(0);
  const auto source = OpenXz(Concatenate({sound, other, damaged, sound, other}), cache);
  ASSERT_TRUE(source) << source.error().Message();
  ByteBuffer out(3'000);
  for (const std::uint64_t offset :
       std::initializer_list<std::uint64_t>{0, 3'000, 63'000, 66'000, 0, 66'000}) {
    EXPECT_FALSE((*source)->ReadAt(43'000, out));
    EXPECT_EQ((*source)->ReadAt(offset, out), out.size());
    EXPECT_TRUE(std::ranges::equal(out, Bytes(content).first(out.size()))) << offset;
  }
}

TEST(XzFileTest, ManyThreadsReadAtOnce) {
  const ByteBuffer content = SampleContent(200'000);
  // The cache has room for three of twenty blocks, so the threads evict each other's blocks all the
  // time.
  const auto source = OpenXz(Xz(content), MakeBlockCache(31'000));
  ASSERT_TRUE(source);
  std::vector<std::jthread> threads;
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back(
        [&, seed] { test::ExpectSameAtRandom(**source, content, 50, 15'000, seed); });
  }
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/zstd_file.h"
#include "fdr/archive/source/source_options.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "fdr/archive/source/zstd_seek_table.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/damage.h"

namespace fdr {
namespace {

using test::Compress;
using test::Concatenate;
using test::InMemory;
using test::ReadAll;
using test::SampleContent;

// The largest frame that the tests accept.  Every caller of OpenZstdFile() must check this size.
constexpr std::uint64_t kLargestFrame = 1 << 20;

Result<std::unique_ptr<ByteSource>> OpenZstd(Bytes zst,
                                             std::shared_ptr<BlockCache> cache = MakeBlockCache()) {
  auto file = InMemory(zst);
  auto frames = ZstdFrames::Read(*file);
  if (!frames) return Fail(frames.error());
  if (!*frames || (*frames)->largest_frame() > kLargestFrame) {
    return Fail(Errc::kInvalidArgument, "only as one stream");
  }
  return OpenZstdFile(std::move(file), std::move(**frames), std::move(cache));
}

Result<ByteBuffer> DecodeZstd(Bytes zst) {
  const auto source = OpenZstd(zst);
  if (!source) return Fail(source.error());
  return ReadAll(**source);
}

std::string DecodeError(Bytes zst) {
  const auto decoded = DecodeZstd(zst);
  return decoded ? "decoded" : decoded.error().what;
}

// One frame with a checksum.  By default, the frame states the size of its content.
ByteBuffer Frame(Bytes content, bool states_size = true) {
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(ZSTD_createCCtx(),
                                                                        ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_contentSizeFlag, states_size ? 1 : 0);
  ByteBuffer out(ZSTD_compressBound(content.size()));
  out.resize(ZSTD_compress2(context.get(), out.data(), out.size(), content.data(), content.size()));
  return out;
}

ByteBuffer Skippable() {
  const Bytes bytes = AsBytes(std::string_view("\x50\x2A\x4D\x18\x03\0\0\0abc", 11));
  return {bytes.begin(), bytes.end()};
}

struct Framed {
  ByteBuffer bytes;
  std::vector<ZstdSeekTable::Entry> entries;
};

Framed Frames(Bytes content, std::size_t frame_size, bool state_sizes = true) {
  Framed out;
  for (; !content.empty(); content = content.subspan(std::min(frame_size, content.size()))) {
    const Bytes part = content.first(std::min(frame_size, content.size()));
    const ByteBuffer frame = Frame(part, state_sizes);
    out.entries.push_back(
        {static_cast<std::uint32_t>(frame.size()), static_cast<std::uint32_t>(part.size())});
    out.bytes = Concatenate({out.bytes, frame});
  }
  return out;
}

ByteBuffer Seekable(const Framed& framed) {
  return Concatenate({framed.bytes, ZstdSeekTable::Encode(framed.entries)});
}

TEST(ZstdFileTest, ReadsByTheSeekTable) {
  const ByteBuffer content = SampleContent(123'456);
  const auto source = OpenZstd(Seekable(Frames(content, 10'000)));
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_EQ((*source)->name(), "test");
  test::ExpectSameAtRandom(**source, content, 500, 30'000);
  EXPECT_EQ(ReadAll(**source), content);
}

TEST(ZstdFileTest, ATableServesFramesThatDoNotStateTheirSize) {
  const ByteBuffer content = SampleContent(50'000);
  const Framed framed = Frames(content, 10'000, false);
  EXPECT_EQ(DecodeError(framed.bytes), "only as one stream");
  EXPECT_EQ(DecodeZstd(Seekable(framed)), content);
}

TEST(ZstdFileTest, ReadsFramesWithoutATable) {
  const ByteBuffer content = SampleContent(1'000'000);
  const auto source = OpenZstd(Frames(content, 300'000).bytes);
  ASSERT_TRUE(source) << source.error().Message();
  test::ExpectSameAtRandom(**source, content, 50, 400'000);
}

TEST(ZstdFileTest, SkippableAndEmptyFramesHoldNothing) {
  const ByteBuffer a = SampleContent(10'000, 1);
  const ByteBuffer b = SampleContent(20'000, 2);
  const ByteBuffer skippable = Skippable();
  const ByteBuffer zst =
      Concatenate({skippable, Frame(a), Frame({}), skippable, Frame(b), skippable});
  const auto source = OpenZstd(zst);
  ASSERT_TRUE(source) << source.error().Message();
  test::ExpectSameAtRandom(**source, Concatenate({a, b}), 100, 20'000);
  const auto size = [](const ByteBuffer& bytes) {
    return static_cast<std::uint32_t>(bytes.size());
  };
  const ByteBuffer table = ZstdSeekTable::Encode({{11, 0},
                                                  {size(Frame(a)), 10'000},
                                                  {size(Frame({})), 0},
                                                  {11, 0},
                                                  {size(Frame(b)), 20'000},
                                                  {11, 0}});
  EXPECT_EQ(DecodeZstd(Concatenate({zst, table})), Concatenate({a, b}));
}

TEST(ZstdFileTest, ReadsWhatTheToolsWrite) {
  const ByteBuffer content = SampleContent(100'000);
  const ByteBuffer one = Compress({"zstd", "-c", "--stream-size={size}"}, content);
  EXPECT_EQ(DecodeZstd(Concatenate({one, one})), Concatenate({content, content}));
  EXPECT_EQ(DecodeError(Compress({"zstd", "-c"}, content)), "only as one stream");
}

TEST(ZstdFileTest, TheToolReadsASeekableFile) {
  const ByteBuffer content = SampleContent(50'000);
  EXPECT_EQ(Compress({"zstd", "-d", "-c"}, Seekable(Frames(content, 10'000))), content);
}

TEST(ZstdFileTest, OnlyTheFramesThatAReadTouchesAreDecoded) {
  const ByteBuffer content = SampleContent(100'000);
  const auto cache = MakeBlockCache();
  const auto source = OpenZstd(Seekable(Frames(content, 10'000)), cache);
  ASSERT_TRUE(source);
  EXPECT_EQ(cache->statistics().decodes, 0u);
  ByteBuffer out(100);
  ASSERT_TRUE((*source)->ReadAt(55'000, out));
  EXPECT_EQ(cache->statistics().decodes, 1u);
  ASSERT_TRUE((*source)->ReadAt(59'950, out));
  EXPECT_EQ(cache->statistics().decodes, 2u);
}

TEST(ZstdFileTest, AFrameThatWasCheckedIsDecodedNoFurtherThanNeeded) {
  const ByteBuffer content = SampleContent(1'000'000);
  const auto cache = MakeBlockCache(300'000);
  const auto source = OpenZstd(Frames(content, 1'000'000).bytes, cache);
  ASSERT_TRUE(source);
  ASSERT_EQ(ReadAll(**source), content);
  const auto read = [&](std::uint64_t offset) {
    ByteBuffer out(1000);
    EXPECT_EQ((*source)->ReadAt(offset, out).value_or(0), out.size());
    EXPECT_TRUE(std::ranges::equal(out, Bytes(content).subspan(offset, out.size())));
  };
  read(1'000);  // pieces from the start on evict the pieces at the end
  read(200'000);
  const std::uint64_t decodes = cache->statistics().decodes;
  for (int i = 0; i < 3; ++i) {
    read(700'000);
    read(100'000);
  }
  EXPECT_GT(cache->statistics().decodes, decodes);
  EXPECT_LE(cache->statistics().bytes, 300'000u);
  test::ExpectSameAtRandom(**source, content, 300, 100'000);
}

TEST(ZstdFileTest, ACacheSmallerThanAFrameServesAllReads) {
  const ByteBuffer content = SampleContent(1'000'000);
  for (const std::uint64_t most :
       std::initializer_list<std::uint64_t>{0, 65'536, 200'000, 900'000}) {
    const auto source = OpenZstd(Frames(content, 500'000).bytes, MakeBlockCache(most));
    ASSERT_TRUE(source);
    test::ExpectSameAtRandom(**source, content, 100, 200'000);
    EXPECT_EQ(ReadAll(**source), content);
  }
}

TEST(ZstdFileTest, EmptyContentHasNoFrames) {
  const auto source = OpenZstd(Frame({}));
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_EQ((*source)->size(), 0u);
  const auto frames = ZstdFrames::Read(*InMemory(ZstdSeekTable::Encode({})));
  ASSERT_TRUE(frames && *frames);
  EXPECT_EQ((*frames)->largest_frame(), 0u);
}

TEST(ZstdFileTest, TheLargestFrameIsKnown) {
  const auto frames = ZstdFrames::Read(*InMemory(Frames(SampleContent(25'000), 10'000).bytes));
  ASSERT_TRUE(frames && *frames);
  EXPECT_EQ((*frames)->content_size(), 25'000u);
  EXPECT_EQ((*frames)->largest_frame(), 10'000u);
}

TEST(ZstdFileTest, OtherFilesAreRefused) {
  for (const std::string text : {"", "x", "this is not a zstd file"}) {
    const auto decoded = DecodeZstd(AsBytes(text));
    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().code, Errc::kCompression);
    EXPECT_EQ(decoded.error().what, "The zstd file is damaged or truncated");
  }
}

TEST(ZstdFileTest, ASeekTableThatLiesIsAnError) {
  const ByteBuffer content = SampleContent(30'000);
  for (const bool state_sizes : {true, false}) {
    const Framed framed = Frames(content, 10'000, state_sizes);
    const auto expect_error_of = [&](Bytes frames,
                                     const std::vector<ZstdSeekTable::Entry>& entries) {
      EXPECT_FALSE(DecodeZstd(Concatenate({frames, ZstdSeekTable::Encode(entries)})));
    };
    const auto expect_error = [&](const std::vector<ZstdSeekTable::Entry>& entries) {
      expect_error_of(framed.bytes, entries);
    };
    for (std::size_t i = 0; i < 3; ++i) {
      for (const std::uint32_t claim : {0u, 1u, 9'999u, 10'001u, 0xFFFFFu}) {
        auto entries = framed.entries;
        entries[i].content_size = claim;
        expect_error(entries);
        entries = framed.entries;
        entries[i].file_size = claim;
        expect_error(entries);
      }
    }
    const auto& e = framed.entries;
    expect_error({});
    expect_error({e[0], e[1]});
    expect_error({e[0], e[1], e[2], e[2]});
    expect_error({e[0], {e[1].file_size + e[2].file_size, 10'000}});
    expect_error({e[0], {e[1].file_size + e[2].file_size, 20'000}});
    expect_error({e[0], {e[1].file_size - 1, 10'000}, {e[2].file_size + 1, 10'000}});
    expect_error({e[0], e[1], e[2], {0, 0}});
    // Data behind an empty frame, whose size in the table is too large.
    for (const ByteBuffer& empty : {ByteBuffer(Skippable()), Frame({})}) {
      const auto size = static_cast<std::uint32_t>(empty.size());
      const ByteBuffer bytes = Concatenate({empty, framed.bytes});
      EXPECT_EQ(DecodeZstd(Seekable({bytes, {{size, 0}, e[0], e[1], e[2]}})), content);
      expect_error_of(bytes, {{size + e[0].file_size, 0}, e[1], e[2]});
    }
  }
}

TEST(ZstdFileTest, EveryTruncationIsAnErrorOrEndsBetweenFrames) {
  const ByteBuffer content = SampleContent(3000);
  std::size_t whole_frames = 0;
  test::ForEachTruncation(Seekable(Frames(content, 1000)), [&](Bytes zst) {
    const auto decoded = DecodeZstd(zst);
    if (!decoded) return;
    ++whole_frames;
    EXPECT_EQ(*decoded, SampleContent(1000 * whole_frames));
  });
  EXPECT_EQ(whole_frames, 3u);
}

TEST(ZstdFileTest, EveryFlippedBitIsAnErrorOrHarmless) {
  const ByteBuffer content = SampleContent(3000);
  const auto expect_harmless = [&content](Bytes zst) {
    if (const auto decoded = DecodeZstd(zst)) {
      EXPECT_EQ(*decoded, content);
    }
  };
  test::ForEachBitFlip(Seekable(Frames(content, 1000)), expect_harmless);
  test::ForEachBitFlip(Frames(content, 1000).bytes, expect_harmless);
  test::ForEachBitFlip(Seekable(Frames(content, 1000, false)), expect_harmless);
}

TEST(ZstdFileTest, AHeaderThatClaimsTooMuchIsAnError) {
  // One repeated byte, with a header that claims 2^60 bytes.
  const std::string text("\x28\xB5\x2F\xFD\xE0\0\0\0\0\0\0\0\x10\x0B\0\0x", 17);
  EXPECT_EQ(DecodeError(AsBytes(text)), "The zstd file is damaged or truncated");
  // The header claims a size that the block could have, but does not have.
  const std::string less("\x28\xB5\x2F\xFD\xE0\0\0\x01\0\0\0\0\0\x0B\0\0x", 17);
  EXPECT_EQ(DecodeError(AsBytes(less)), "The zstd file is damaged or truncated");
}

TEST(ZstdFileTest, AHugeWindowTakesNoMemory) {
  // A window of 2^41 bytes, and one byte of content.
  const std::string text("\x28\xB5\x2F\xFD\x80\xF8\x01\0\0\0\x09\0\0x", 14);
  EXPECT_EQ(DecodeError(AsBytes(text)), "The zstd file is damaged or truncated");
  // A window of 2^30 bytes, which the library accepts.
  const std::string accepted("\x28\xB5\x2F\xFD\x80\xA0\x01\0\0\0\x09\0\0x", 14);
  const Bytes x = AsBytes("x");
  EXPECT_EQ(DecodeZstd(AsBytes(accepted)), ByteBuffer(x.begin(), x.end()));
}

TEST(ZstdFileTest, ADecoderServesOneFrameAfterTheOther) {
  const ByteBuffer content = SampleContent(300'000);
  Framed framed = Frames(content, 100'000);
  const std::size_t second = framed.entries[0].file_size;
  framed.bytes[second + framed.entries[1].file_size / 2] ^= std::byte{1};
  const auto cache = MakeBlockCache(0);
  const auto source = OpenZstd(framed.bytes, cache);
  ASSERT_TRUE(source) << source.error().Message();
  ByteBuffer out(1'000);
  for (const std::uint64_t offset :
       std::initializer_list<std::uint64_t>{0, 250'000, 1'000, 200'000}) {
    EXPECT_FALSE((*source)->ReadAt(150'000, out));
    EXPECT_EQ((*source)->ReadAt(offset, out), out.size());
    EXPECT_TRUE(std::ranges::equal(out, Bytes(content).subspan(offset, out.size()))) << offset;
    EXPECT_GT(cache->decoders().memory(), 0u);
  }
}

TEST(ZstdFileTest, ManyThreadsReadAtOnce) {
  const ByteBuffer content = SampleContent(200'000);
  // The cache has room for three of twenty frames, so the threads evict each other's frames all the
  // time.
  const auto source = OpenZstd(Seekable(Frames(content, 10'000)), MakeBlockCache(31'000));
  ASSERT_TRUE(source);
  std::vector<std::jthread> threads;
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back(
        [&, seed] { test::ExpectSameAtRandom(**source, content, 50, 15'000, seed); });
  }
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compress_file.h"
#include "fdr/archive/source/source_options.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <vector>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/source/xz_file.h"
#include "fdr/archive/source/zstd_file.h"
#include "fdr/archive/source/zstd_seek_table.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/memory_file_system.h"

namespace fdr {
namespace {

using test::ErrorOf;
using test::InMemory;
using test::MemoryFileSystem;
using test::SampleContent;

Result<ByteBuffer> Compressed(Bytes content, const CompressOptions& options,
                              const KeepGoing& keep_going = {}) {
  MemoryFileSystem files;
  Result<ByteSink> sink = ByteSink::Create(files, "f");
  const Result<void> written = WriteCompressed(*InMemory(content), options, *sink, keep_going);
  if (!written) return Fail(written.error());
  EXPECT_TRUE(sink->Close());
  return files.files["f"];
}

ByteBuffer Records(std::initializer_list<std::size_t> sizes) {
  ByteBuffer records;
  for (const std::size_t size : sizes) {
    const FrameScope frame(records);
    const ByteBuffer body = SampleContent(size - kFrameOverhead);
    records.insert(records.end(), body.begin(), body.end());
  }
  return records;
}

// The places in the content where blocks end.
std::vector<std::uint64_t> BlockEnds(Bytes content, const CompressOptions& options) {
  const auto zstd = Compressed(content, options);
  EXPECT_TRUE(zstd) << zstd.error().Message();
  const auto table = ZstdSeekTable::Read(*InMemory(*zstd));
  EXPECT_TRUE(table && *table);
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  for (const auto& frame : (*table)->frames) ends.push_back(end += frame.content_size);
  return ends;
}

class CompressFileTest : public testing::TestWithParam<Compression> {
 protected:
  // Decompresses with the standard tool.
  static ByteBuffer ByTool(Bytes compressed) {
    return test::Compress({GetParam() == Compression::kXz ? "xz" : "zstd", "-dc"}, compressed);
  }

  static Result<ByteBuffer> ByUs(const ByteBuffer& compressed) {
    std::unique_ptr<ByteSource> source;
    if (GetParam() == Compression::kXz) {
      auto index = XzIndex::Read(*InMemory(compressed));
      if (!index) return Fail(index.error());
      source = OpenXzFile(InMemory(compressed), std::move(*index), MakeBlockCache());
    } else {
      auto frames = ZstdFrames::Read(*InMemory(compressed));
      if (!frames) return Fail(frames.error());
      source = OpenZstdFile(InMemory(compressed), std::move(**frames), MakeBlockCache());
    }
    return test::ReadAll(*source);
  }
};

TEST_P(CompressFileTest, TheContentComesBackByUsAndByTheStockTool) {
  for (const std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 1'000'000u}) {
    for (const unsigned threads : {1u, 3u}) {
      const ByteBuffer content = SampleContent(size);
      const auto compressed =
          Compressed(content, {.format = GetParam(), .block_size = 4096, .threads = threads});
      ASSERT_TRUE(compressed) << compressed.error().Message();
      EXPECT_TRUE(ByTool(*compressed) == content) << size;
      const auto ours = ByUs(*compressed);
      ASSERT_TRUE(ours) << ours.error().Message();
      EXPECT_TRUE(*ours == content) << size;
    }
  }
}

TEST_P(CompressFileTest, ThreadsChangeNothing) {
  const ByteBuffer content = SampleContent(500'000);
  const auto one = Compressed(content, {.format = GetParam(), .block_size = 10'000});
  const auto four = Compressed(content, {.format = GetParam(), .block_size = 10'000, .threads = 4});
  ASSERT_TRUE(one && four);
  EXPECT_TRUE(*one == *four);
}

TEST_P(CompressFileTest, AllLevelsWork) {
  const ByteBuffer content = SampleContent(20'000);
  const int first = GetParam() == Compression::kXz ? 0 : 1;
  const int last = GetParam() == Compression::kXz ? 9 : 19;
  for (int level = first; level <= last; ++level) {
    const auto compressed =
        Compressed(content, {.format = GetParam(), .level = level, .block_size = 8192});
    ASSERT_TRUE(compressed) << compressed.error().Message();
    EXPECT_TRUE(ByTool(*compressed) == content) << level;
  }
  for (const int level : {first - 1, last + 1})
    EXPECT_EQ(
        ErrorOf(Compressed(content, {.format = GetParam(), .level = level})),
        GetParam() == Compression::kXz ? "Levels of xz are 0 to 9" : "Levels of zstd are 1 to 19");
}

TEST_P(CompressFileTest, WhatCannotBeMadeSmallerComesBackToo) {
  ByteBuffer noise(100'000);
  std::uint32_t state = 1;
  for (std::byte& byte : noise) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<std::byte>(state >> 24);
  }
  const auto compressed = Compressed(noise, {.format = GetParam(), .block_size = 30'000});
  ASSERT_TRUE(compressed);
  EXPECT_TRUE(ByTool(*compressed) == noise);
}

TEST_P(CompressFileTest, ItGoesOnAsLongAsItMay) {
  const ByteBuffer content = SampleContent(100'000);
  std::vector<std::uint64_t> asked;
  const auto keep_going = [&asked](std::uint64_t done) {
    asked.push_back(done);
    return done < 30'000;
  };
  for (const unsigned threads : {1u, 3u}) {
    asked.clear();
    const auto result = Compressed(
        content, {.format = GetParam(), .block_size = 10'000, .threads = threads}, keep_going);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Errc::kCancelled);
    EXPECT_EQ(asked, (std::vector<std::uint64_t>{0, 10'000, 20'000, 30'000}));
  }
}

TEST_P(CompressFileTest, WhatTheDiskRefusesIsTold) {
  const ByteBuffer content = SampleContent(50'000);
  MemoryFileSystem counting;
  {
    Result<ByteSink> sink = ByteSink::Create(counting, "f");
    const CompressOptions options{.format = GetParam(), .block_size = 10'000, .threads = 2};
    ASSERT_TRUE(WriteCompressed(*InMemory(content), options, *sink));
  }
  for (std::size_t call = 1; call + 1 < counting.calls().size(); ++call) {
    MemoryFileSystem files;
    files.FailCall(call, ENOSPC);
    Result<ByteSink> sink = ByteSink::Create(files, "f");
    const CompressOptions options{.format = GetParam(), .block_size = 10'000, .threads = 2};
    const Result<void> written = WriteCompressed(*InMemory(content), options, *sink);
    ASSERT_FALSE(written) << call;
    EXPECT_EQ(written.error().system_error, ENOSPC);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, CompressFileTest,
                         testing::Values(Compression::kXz, Compression::kZstd),
                         [](const auto& format) {
                           return std::string(CompressionName(format.param));
                         });

TEST(CompressBlocksTest, ABlockHoldsWholeRecords) {
  const CompressOptions options{.format = Compression::kZstd, .block_size = 10'000};
  EXPECT_EQ(BlockEnds(Records({4000, 4000, 4000, 6000, 4000}), options),
            (std::vector<std::uint64_t>{8000, 18'000, 22'000}));
  EXPECT_EQ(BlockEnds(Records({9999, 1000}), options), (std::vector<std::uint64_t>{9999, 10'999}));
}

TEST(CompressBlocksTest, ARecordThatIsLargerThanABlockIsCut) {
  const CompressOptions options{.format = Compression::kZstd, .block_size = 10'000};
  EXPECT_EQ(BlockEnds(Records({25'000}), options),
            (std::vector<std::uint64_t>{10'000, 20'000, 25'000}));
  // A small block before the large record would be useless.
  EXPECT_EQ(BlockEnds(Records({1000, 11'000}), options),
            (std::vector<std::uint64_t>{10'000, 12'000}));
}

TEST(CompressBlocksTest, BlocksOfUnreasonableSizesAreRefused) {
  for (const std::size_t size :
       {std::size_t{0}, CompressOptions::kSmallestBlock - 1, CompressOptions::kLargestBlock + 1})
    EXPECT_EQ(ErrorOf(Compressed({}, {.block_size = size})),
              "Blocks may have 4096 to 16777216 bytes");
}

TEST(CompressBlocksTest, FormatsWithoutAWriterAreRefused) {
  for (const Compression format : {Compression::kNone, Compression::kGzip, Compression::kBzip2})
    EXPECT_EQ(ErrorOf(Compressed({}, {.format = format})),
              "No writer for " + std::string(CompressionName(format)));
}

// A file that was cut after it was opened.
class ShorterThanItSays final : public ByteSource {
 public:
  std::uint64_t size() const override { return 10'000; }
  const std::string& name() const override { return name_; }
  Result<std::size_t> ReadAt(std::uint64_t, std::span<std::byte>) const override { return 4000; }

 private:
  std::string name_ = "cut";
};

TEST(CompressBlocksTest, AFileThatIsCutMeanwhileIsAnError) {
  MemoryFileSystem files;
  Result<ByteSink> sink = ByteSink::Create(files, "f");
  const Result<void> written = WriteCompressed(ShorterThanItSays(), {}, *sink);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().Message(), "cut: Somebody cut the file meanwhile at offset 4000");
}

}  // namespace
}  // namespace fdr

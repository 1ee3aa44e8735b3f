// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/compressed_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fdr/archive/source/block_cache.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/damage.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::Compress;
using test::Concatenate;
using test::ReadAll;
using test::SampleContent;

struct Case {
  std::string suffix;
  std::vector<std::string> argv;
  Compression compression;
  bool knows_size = false;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {"", {"cat"}, Compression::kNone, true},
      {".xz", {"xz", "-c", "-1"}, Compression::kXz, true},
      {".xz", {"xz", "-c", "-1", "--block-size=10000"}, Compression::kXz, true},
      {".lzma", {"xz", "-c", "-1", "-Flzma"}, Compression::kLzma},
      {".bz2", {"bzip2", "-c"}, Compression::kBzip2},
      {".bz", {"bzip2", "-c"}, Compression::kBzip2},
      {".gz", {"gzip", "-c"}, Compression::kGzip},
      {".z", {"gzip", "-c"}, Compression::kGzip},
      {".Z", {"gzip", "-c"}, Compression::kGzip},
      {".Z", {"compress", "-c", "-f"}, Compression::kCompress},
      {".z", {"compress", "-c", "-f"}, Compression::kCompress},
      {".zst", {"zstd", "-c"}, Compression::kZstd},
      {".zst", {"zstd", "-c", "--stream-size={size}"}, Compression::kZstd, true},
  };
  return cases;
}

class CompressedFileTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, Bytes bytes) const {
    const std::string path = directory_ / name;
    test::WriteFile(path, bytes);
    return path;
  }
  std::string Write(const Case& c, Bytes content) const {
    return Write("file" + c.suffix, Compress(c.argv, content));
  }
  const std::string& directory() const { return directory_.path(); }

 private:
  test::TempDirectory directory_;
};

TEST_F(CompressedFileTest, EveryFormatIsReadAtRandom) {
  const ByteBuffer content = SampleContent(200'000);
  for (const Case& c : Cases()) {
    const std::string path = Write(c, content);
    const auto source = OpenSource(path);
    ASSERT_TRUE(source) << source.error().Message();
    EXPECT_EQ((*source)->name(), path);
    test::ExpectSameAtRandom(**source, content, 20, 150'000);
  }
}

TEST_F(CompressedFileTest, EmptyContentIsFineInEveryFormat) {
  for (const Case& c : Cases()) {
    const std::string path = Write(c, {});
    const auto source = OpenSource(path);
    ASSERT_TRUE(source) << source.error().Message();
    EXPECT_EQ((*source)->size(), 0u);
    EXPECT_EQ(DecodePrefix(path, 10), ByteBuffer());
  }
}

TEST_F(CompressedFileTest, APrefixNeedsNoMoreThanItself) {
  const ByteBuffer content = SampleContent(200'000);
  const ByteBuffer label(content.begin(), content.begin() + 808);
  for (const Case& c : Cases()) {
    const ByteBuffer bytes = Compress(c.argv, content);
    EXPECT_EQ(DecodePrefix(Write("file" + c.suffix, bytes), 808), label) << c.suffix;
    EXPECT_EQ(DecodePrefix(Write("file" + c.suffix, bytes), 300'000), content) << c.suffix;
  }
  // Damage behind the prefix is not noticed.
  for (const Case& c : Cases()) {
    ByteBuffer bytes = Compress(c.argv, SampleContent(1'500'000));
    std::fill(bytes.end() - static_cast<std::ptrdiff_t>(bytes.size() / 4), bytes.end(),
              std::byte{0x55});
    EXPECT_EQ(DecodePrefix(Write("file" + c.suffix, bytes), 808), label) << c.suffix;
  }
}

TEST_F(CompressedFileTest, FactsNeedNoDecoding) {
  const ByteBuffer content = SampleContent(200'000);
  for (const Case& c : Cases()) {
    const ByteBuffer bytes = Compress(c.argv, content);
    const auto facts = InspectSource(Write("file" + c.suffix, bytes));
    ASSERT_TRUE(facts) << facts.error().Message();
    EXPECT_EQ(facts->compression, c.compression) << c.suffix;
    EXPECT_EQ(facts->file_size, bytes.size());
    EXPECT_EQ(facts->content_size,
              c.knows_size ? std::optional<std::uint64_t>(200'000) : std::nullopt)
        << c.suffix;
  }
}

TEST_F(CompressedFileTest, OnlyTheBlocksThatAreReadAreDecoded) {
  const ByteBuffer content = SampleContent(100'000);
  const ByteBuffer frame = Compress({"zstd", "-c", "--stream-size={size}"}, content);
  const SourceOptions options;
  const auto xz =
      OpenSource(Write("a.xz", Compress({"xz", "-c", "--block-size=10000"}, content)), options);
  const auto zst = OpenSource(Write("b.zst", Concatenate({frame, frame, frame})), options);
  ASSERT_TRUE(xz && zst);
  EXPECT_EQ(options.cache->statistics().decodes, 0u);
  ByteBuffer out(5000);
  ASSERT_TRUE((*xz)->ReadAt(52'000, out));
  ASSERT_TRUE((*zst)->ReadAt(152'000, out));
  EXPECT_EQ(options.cache->statistics().decodes, 2u);
  EXPECT_NEAR(static_cast<double>(options.cache->statistics().bytes), 110'000, 3'000);
}

TEST_F(CompressedFileTest, BlocksTooLargeForMemoryAreDecodedAsOneStream) {
  const ByteBuffer content = SampleContent(100'000);
  const SourceOptions options{.max_in_memory = 9'999, .temp_directory = directory()};
  for (const auto& [name, argv] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"a.xz", {"xz", "-c", "--block-size=10000"}},
           {"b.zst", {"zstd", "-c", "--stream-size={size}"}}}) {
    const std::string path = Write(name, Compress(argv, content));
    const auto source = OpenSource(path, options);
    ASSERT_TRUE(source) << source.error().Message();
    test::ExpectSameAtRandom(**source, content, 20, 50'000);
    EXPECT_EQ(options.cache->statistics().decodes, 0u);
    EXPECT_FALSE(OpenSource(path, {.max_in_memory = 9'999}));
  }
}

TEST_F(CompressedFileTest, WhatIsHeldInMemoryIsLimitedInEveryFormat) {
  const ByteBuffer content = SampleContent(50'000);
  const SourceOptions exact{.max_loaded = content.size()};
  const SourceOptions less{.max_loaded = content.size() - 1};
  for (const Case& c : Cases()) {
    const std::string path = Write(c, content);
    const auto loaded = OpenToLoad(path, exact);
    ASSERT_TRUE(loaded) << path << ": " << loaded.error().Message();
    EXPECT_EQ((*loaded)->size(), content.size());
    const auto refused = OpenToLoad(path, less);
    if (c.suffix.empty()) {
      EXPECT_TRUE(refused) << "a plain file takes what it takes";
    } else {
      ASSERT_FALSE(refused) << path;
      EXPECT_EQ(refused.error().code, Errc::kTooLarge);
      EXPECT_TRUE(OpenSource(path, less)) << "volumes are read in pieces";
    }
  }
}

TEST_F(CompressedFileTest, NameAndContentMustNotContradictEachOther) {
  for (const std::string_view suffix : kCompressionSuffixes) {
    const std::string path = Write("plain" + std::string(suffix), SampleContent(1000));
    const auto source = OpenSource(path);
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, Errc::kCompression);
    if (suffix == ".lzma") {
      EXPECT_EQ(source.error().what, "Not lzma data");
    } else {
      EXPECT_EQ(source.error().what,
                "The name ends in " + std::string(suffix) + ", but the content is not compressed");
    }
    EXPECT_FALSE(DecodePrefix(path, 10));
    EXPECT_EQ(InspectSource(path).has_value(), suffix == ".lzma");
  }
  const std::string path = Write("packed.0", Compress({"xz", "-c"}, SampleContent(1000)));
  const std::string expected = "The content is compressed (xz), but the name does not say so";
  EXPECT_EQ(test::ErrorOf(OpenSource(path)), expected);
  EXPECT_EQ(test::ErrorOf(DecodePrefix(path, 10)), expected);
  EXPECT_EQ(test::ErrorOf(InspectSource(path)), expected);
}

TEST_F(CompressedFileTest, AnotherFormatsSuffixIsGoodEnough) {
  const ByteBuffer content = SampleContent(1000);
  const auto source = OpenSource(Write("file.lzma", Compress({"zstd", "-c"}, content)));
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_EQ(ReadAll(**source), content);
}

TEST_F(CompressedFileTest, AnEmptyFileIsPlainOrAnError) {
  const auto plain = OpenSource(Write("file.0", {}));
  ASSERT_TRUE(plain);
  EXPECT_EQ((*plain)->size(), 0u);
  EXPECT_EQ(DecodePrefix(Write("file.0", {}), 10), ByteBuffer());
  for (const std::string_view suffix : kCompressionSuffixes) {
    EXPECT_FALSE(OpenSource(Write("file" + std::string(suffix), {}))) << suffix;
  }
}

TEST_F(CompressedFileTest, AMissingFileIsNotFound) {
  EXPECT_EQ(OpenSource(directory() + "/missing.xz").error().code, Errc::kNotFound);
  EXPECT_EQ(DecodePrefix(directory() + "/missing.xz", 10).error().code, Errc::kNotFound);
  EXPECT_EQ(InspectSource(directory() + "/missing.xz").error().code, Errc::kNotFound);
}

TEST_F(CompressedFileTest, DamagedIndexesAreErrorsEverywhere) {
  const ByteBuffer xz = Compress({"xz", "-c"}, SampleContent(1000));
  const std::string cut_xz = Write("cut.xz", Bytes(xz).first(xz.size() - 1));
  EXPECT_FALSE(OpenSource(cut_xz));
  EXPECT_FALSE(InspectSource(cut_xz));
  const ByteBuffer zst = Compress({"zstd", "-c", "--stream-size={size}"}, SampleContent(1000));
  const std::string cut_zst = Write("cut.zst", Bytes(zst).first(zst.size() - 1));
  EXPECT_FALSE(OpenSource(cut_zst));
  EXPECT_FALSE(InspectSource(cut_zst));
}

}  // namespace
}  // namespace fdr

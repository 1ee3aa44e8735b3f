// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/stream_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "fdr/archive/base/memory_source.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::InMemory;
using test::SampleContent;

ByteBuffer Gzip(Bytes content) { return test::Compress({"gzip", "-c", "-1"}, content); }

bool IsInMemory(const ByteSource& source) {
  return dynamic_cast<const MemorySource*>(&source) != nullptr;
}

TEST(StreamFileTest, SmallContentStaysInMemory) {
  const ByteBuffer content = SampleContent(600'000);
  const auto source =
      OpenStreamFile(*InMemory(Gzip(content)), Compression::kGzip, {.max_in_memory = 600'000});
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_TRUE(IsInMemory(**source));
  EXPECT_EQ((*source)->name(), "test");
  test::ExpectSameAtRandom(**source, content, 100, 300'000);
}

TEST(StreamFileTest, LargeContentGoesIntoAFileWithoutAName) {
  const test::TempDirectory directory;
  const ByteBuffer content = SampleContent(600'000);
  const auto source =
      OpenStreamFile(*InMemory(Gzip(content)), Compression::kGzip,
                     {.max_in_memory = 599'999, .temp_directory = directory.path()});
  ASSERT_TRUE(source) << source.error().Message();
  EXPECT_FALSE(IsInMemory(**source));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
  EXPECT_EQ((*source)->name(), "test");
  test::ExpectSameAtRandom(**source, content, 100, 300'000);
}

TEST(StreamFileTest, LargeContentIsRefusedWhereThereIsNoDirectory) {
  const auto source = OpenStreamFile(*InMemory(Gzip(SampleContent(1001))), Compression::kGzip,
                                     {.max_in_memory = 1000});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, Errc::kTooLarge);
  EXPECT_EQ(source.error().what,
            "Decodes to more than 1000 bytes, and there is no directory for temporary files");
  EXPECT_EQ(source.error().file, "test");
}

TEST(StreamFileTest, ADirectoryThatCannotBeUsedIsAnError) {
  const auto source = OpenStreamFile(*InMemory(Gzip(SampleContent(1001))), Compression::kGzip,
                                     {.max_in_memory = 1000, .temp_directory = "/nowhere"});
  EXPECT_EQ(test::ErrorOf(source), "Temporary file: No such file or directory");
}

TEST(StreamFileTest, TheStartOfADamagedFileIsDecodedUpToTheDamage) {
  const ByteBuffer content = SampleContent(1'000'000);
  const struct {
    Compression compression;
    std::vector<std::string> command;
  } cases[] = {{Compression::kGzip, {"gzip", "-c"}},  {Compression::kXz, {"xz", "-c"}},
               {Compression::kLzma, {"lzma", "-c"}},  {Compression::kBzip2, {"bzip2", "-1c"}},
               {Compression::kZstd, {"zstd", "-cq"}}, {Compression::kZstd, {"zstd", "-cq", "-19"}}};
  for (const auto& c : cases) {
    const ByteBuffer packed = test::Compress(c.command, content);
    const Bytes cut = Bytes(packed).first(packed.size() * 3 / 4);
    ASSERT_FALSE(OpenStreamFile(*InMemory(cut), c.compression, {}));
    const auto start = OpenStreamStart(*InMemory(cut), c.compression, {});
    ASSERT_TRUE(start) << c.command[0] << ": " << start.error().Message();
    const auto decoded = test::ReadAll(**start);
    ASSERT_TRUE(decoded);
    EXPECT_GT(decoded->size(), content.size() / 2) << c.command[0];
    EXPECT_LT(decoded->size(), content.size()) << c.command[0];
    EXPECT_TRUE(std::equal(decoded->begin(), decoded->end(), content.begin())) << c.command[0];
    EXPECT_EQ(OpenStreamStart(*InMemory(cut.first(20)), c.compression, {}).error().code,
              Errc::kCompression);
  }
}

// How much that is at least, the tools of the formats say.
TEST(StreamFileTest, NothingThatCanBeDecodedIsMissing) {
  const ByteBuffer content = SampleContent(50'000);
  const test::TempDirectory directory;
  const struct {
    Compression compression;
    std::string tool;
    std::vector<std::string> options;
  } cases[] = {{Compression::kGzip, "gzip", {}},
               {Compression::kXz, "xz", {}},
               {Compression::kXz, "xz", {"--block-size=3000"}},
               {Compression::kZstd, "zstd", {"-q"}}};
  for (const auto& c : cases) {
    std::vector<std::string> command = {c.tool, "-c"};
    command.insert(command.end(), c.options.begin(), c.options.end());
    const ByteBuffer packed = test::Compress(command, content);
    for (std::size_t part = 1; part < 40; ++part) {
      const Bytes cut = Bytes(packed).first(packed.size() * part / 40);
      const std::string path = directory / "cut";
      test::WriteFile(path, cut);
      const auto expected =
          test::RunChild({.argv = {"sh", "-c", c.tool + " -dc 2>/dev/null <" + path + " | wc -c"}});
      const auto start = OpenStreamStart(*InMemory(cut), c.compression, {});
      const ByteBuffer decoded = start ? *test::ReadAll(**start) : ByteBuffer();
      EXPECT_GE(decoded.size(), std::stoul(expected->out)) << c.tool << ", cut at " << cut.size();
      EXPECT_TRUE(std::equal(decoded.begin(), decoded.end(), content.begin()));
    }
  }
}

TEST(StreamFileTest, TheStartOfAWholeFileIsAllOfIt) {
  const ByteBuffer content = SampleContent(100'000);
  const auto start = OpenStreamStart(*InMemory(Gzip(content)), Compression::kGzip, {});
  ASSERT_TRUE(start) << start.error().Message();
  EXPECT_EQ(*test::ReadAll(**start), content);
  EXPECT_EQ(OpenStreamStart(*InMemory(Gzip(content)), Compression::kGzip, {.max_content = 50'000})
                .error()
                .code,
            Errc::kTooLarge);
}

TEST(StreamFileTest, ContentAboveTheLimitIsRefused) {
  const test::TempDirectory directory;
  const ByteBuffer gzip = Gzip(SampleContent(600'000));
  const SourceOptions at_limit{
      .max_in_memory = 1000, .temp_directory = directory.path(), .max_content = 600'000};
  EXPECT_TRUE(OpenStreamFile(*InMemory(gzip), Compression::kGzip, at_limit));
  const SourceOptions above{
      .max_in_memory = 1000, .temp_directory = directory.path(), .max_content = 599'999};
  const auto source = OpenStreamFile(*InMemory(gzip), Compression::kGzip, above);
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, Errc::kTooLarge);
  EXPECT_EQ(source.error().what, "Decodes to more than 599999 bytes");
  EXPECT_FALSE(OpenStreamFile(*InMemory(gzip), Compression::kGzip, {.max_content = 599'999}));
}

TEST(StreamFileTest, ABombIsRefusedEarly) {
  // 10 MiB of zeros in 45 bytes of bzip2, a hundred times.
  const ByteBuffer one = test::Compress({"bzip2", "-c"}, ByteBuffer(10 << 20));
  ByteBuffer bomb;
  for (int i = 0; i < 100; ++i) bomb.insert(bomb.end(), one.begin(), one.end());
  const auto source =
      OpenStreamFile(*InMemory(bomb), Compression::kBzip2, {.max_in_memory = 1 << 20});
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, Errc::kTooLarge);
}

TEST(StreamFileTest, DamageIsAnError) {
  ByteBuffer gzip = Gzip(SampleContent(600'000));
  gzip[gzip.size() - 6] ^= std::byte{1};
  EXPECT_EQ(test::ErrorOf(OpenStreamFile(*InMemory(gzip), Compression::kGzip, {})),
            "Damaged gzip data");
  EXPECT_FALSE(OpenStreamFile(*InMemory(SampleContent(100)), Compression::kXz, {}));
}

TEST(StreamFileTest, EmptyContentIsASourceOfNothing) {
  const auto source = OpenStreamFile(*InMemory(Gzip({})), Compression::kGzip, {});
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->size(), 0u);
}

}  // namespace
}  // namespace fdr

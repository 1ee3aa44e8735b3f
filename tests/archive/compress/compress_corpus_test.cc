// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compresses all archives of PCP's own tests, sound and damaged, in one format and then in the
// other, and decompresses them.  The files must have the same bytes as before.  PCP must read our
// compressed archives as it reads the originals.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/compress.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/unsynced_files.h"

namespace fdr {
namespace {

using test::ErrorOf;

// FDR_SOAK=1 includes the large files.
std::uint64_t LargestFile() { return test::IsSoak() ? std::uint64_t{1} << 40 : 200'000; }

std::vector<ArchiveFiles> ArchivesIn(const char* directory) {
  Result<std::vector<ArchiveFiles>> archives = FindArchives(directory);
  EXPECT_EQ(ErrorOf(archives), "");
  if (!archives) return {};
  std::erase_if(*archives, [](const ArchiveFiles& files) {
    for (const VolumeFile& volume : files.volumes)
      if (std::filesystem::file_size(volume.path) > LargestFile()) return true;
    return files.volumes.empty();
  });
  return std::move(*archives);
}

class CompressCorpusTest : public testing::TestWithParam<const char*> {
 protected:
  CompressCorpusTest() {
    options_.source.temp_directory = directory_.path();
    options_.files = &files_;
  }

  std::string Copy(const std::string& path) const {
    std::string copy = directory_ / std::filesystem::path(path).filename().string();
    std::filesystem::copy_file(path, copy);
    std::filesystem::permissions(copy, std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add);
    return copy;
  }

  Result<ByteBuffer> Content(const std::string& path) const {
    const auto source = OpenSource(path, options_.source);
    if (!source) return Fail(source.error());
    return test::ReadAll(**source);
  }

  const test::TempDirectory directory_;
  test::UnsyncedFiles files_;
  RecompressOptions options_;
};

TEST_P(CompressCorpusTest, EveryVolumeComesBackAsItWas) {
  std::size_t volumes = 0;
  for (const ArchiveFiles& archive : ArchivesIn(GetParam())) {
    for (const VolumeFile& volume : archive.volumes) {
      const auto content = Content(volume.path);
      std::string path = Copy(volume.path);
      for (const auto& [format, suffix] : {std::pair(Compression::kXz, ".xz"),
                                           {Compression::kZstd, ".zst"},
                                           {Compression::kXz, ".xz"},
                                           {Compression::kNone, ""}}) {
        if (CompressionSuffix(path) == suffix) continue;
        options_.to = {.format = format, .block_size = 65'536};
        const auto done = RecompressFile(path, options_);
        ASSERT_EQ(ErrorOf(done), ErrorOf(content)) << path;
        if (!done) break;
        path = done->path;
        const auto now = Content(path);
        ASSERT_EQ(ErrorOf(now), "") << path;
        ASSERT_TRUE(*now == *content) << path;
        ++volumes;
      }
      if (content) {
        EXPECT_EQ(CompressionSuffix(path), "");
      }
    }
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
  EXPECT_GT(volumes, 100u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CompressCorpusTest,
                         testing::Values(test::kPeerArchives, test::kPeerDamagedArchives),
                         [](const auto& directory) {
                           return std::filesystem::path(directory.param).filename().string();
                         });

using CompressForPeerTest = CompressCorpusTest;

// Only every tenth archive, because the peer is slow.
TEST_P(CompressForPeerTest, ThePeerDumpsTheSame) {
  std::size_t compared = 0, next = 0;
  for (const ArchiveFiles& archive : ArchivesIn(GetParam())) {
    if (next++ % 10 != 0) continue;
    const std::string base = directory_ / std::filesystem::path(archive.base).filename().string();
    Copy(archive.metadata);
    if (!archive.index.empty()) Copy(archive.index);
    std::vector<std::string> volumes;
    for (const VolumeFile& volume : archive.volumes) volumes.push_back(Copy(volume.path));
    const test::ChildOutcome before = test::RunPeer({"pmdumplog", "-a", base});
    for (const std::string& volume : volumes) {
      if (!CompressionSuffix(volume).empty()) continue;
      options_.to = {.format = Compression::kXz, .block_size = 65'536};
      ASSERT_EQ(ErrorOf(RecompressFile(volume, options_)), "") << volume;
    }
    const test::ChildOutcome after = test::RunPeer({"pmdumplog", "-a", base});
    EXPECT_EQ(after.exit_status, before.exit_status) << base;
    EXPECT_TRUE(after.out == before.out) << base;
    ++compared;
    for (const std::string& name : test::FileNames(directory_.path()))
      std::filesystem::remove(directory_ / name);
  }
  EXPECT_GT(compared, 10u);
}

INSTANTIATE_TEST_SUITE_P(Corpus, CompressForPeerTest, testing::Values(test::kPeerArchives));

}  // namespace
}  // namespace fdr

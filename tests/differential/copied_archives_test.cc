// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies the peer's own archives record by record: decodes them, and writes them with our writer.

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/source/compression.h"
#include "fdr/tests/support/copy_archive.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

const char* const kCorpus = "/var/lib/pcp/testsuite/archives";

std::vector<std::string> PathsOf(const ArchiveFiles& files) {
  std::vector<std::string> paths = {files.metadata};
  if (!files.index.empty()) paths.push_back(files.index);
  for (const VolumeFile& volume : files.volumes) paths.push_back(volume.path);
  return paths;
}

bool IsPlain(const ArchiveFiles& files) {
  for (const std::string& path : PathsOf(files))
    if (!CompressionSuffix(path).empty()) return false;
  return true;
}

std::uintmax_t SizeOf(const ArchiveFiles& files) {
  std::uintmax_t size = 0;
  for (const std::string& path : PathsOf(files)) size += fs::file_size(path);
  return size;
}

std::vector<ArchiveFiles> PlainArchives(const std::string& directory, std::uintmax_t max_size) {
  const auto all = FindArchives(directory);
  EXPECT_EQ(ErrorOf(all), "");
  std::vector<ArchiveFiles> plain;
  if (!all) return plain;
  for (const ArchiveFiles& files : *all)
    if (files.CheckComplete() && IsPlain(files) && SizeOf(files) <= max_size)
      plain.push_back(files);
  return plain;
}

// Expects equal files.  Then every reader finds the same in them.
void ExpectEqualCopies(const std::vector<ArchiveFiles>& archives) {
  const TempDirectory directory;
  for (const ArchiveFiles& files : archives) {
    const std::string name = fs::path(files.base).filename();
    ASSERT_EQ(ErrorOf(CopyArchive(files, directory / name)), "") << name;
    for (const std::string& path : PathsOf(files)) {
      const std::string copied = directory / std::string(fs::path(path).filename());
      EXPECT_TRUE(ReadFile(copied) == ReadFile(path)) << path;
      fs::remove(copied);
    }
  }
}

TEST(CopiedArchivesTest, OfThePeersCorpusHaveTheBytesOfTheOriginals) {
  const std::vector<ArchiveFiles> archives = PlainArchives(kCorpus, 2'000'000);
  EXPECT_GT(archives.size(), 150u);
  ExpectEqualCopies(archives);
}

TEST(CopiedArchivesTest, OfThePeersRecorderHaveTheBytesOfTheOriginals) {
  const std::vector<ArchiveFiles> archives = PlainArchives(TestData("peer"), 2'000'000);
  EXPECT_EQ(archives.size(), 2u);
  ExpectEqualCopies(archives);
}

// The output and the exit status of the peer's checker, without the archive's name.
std::string Findings(const std::string& base) {
  const ChildOutcome outcome = RunPeer({"pmlogcheck", base});
  std::string text = outcome.out + outcome.err;
  for (std::size_t at = text.find(base); at != std::string::npos; at = text.find(base))
    text.replace(at, base.size(), "ARCHIVE");
  return text + "exit status " + std::to_string(outcome.exit_status);
}

TEST(CopiedArchivesTest, LookTheSameToThePeer) {
  const TempDirectory directory;
  for (const char* name : {"20041125", "dyninsts", "eventrec", "omnibus_v3", "sample-labels"}) {
    const auto files = FindArchive(std::string(kCorpus) + "/" + name);
    ASSERT_EQ(ErrorOf(files), "");
    const std::string copy = directory / name;
    ASSERT_EQ(ErrorOf(CopyArchive(*files, copy)), "") << name;
    EXPECT_EQ(PeerOutput({"pmdumplog", "-dehIimt", copy}),
              PeerOutput({"pmdumplog", "-dehIimt", files->base}));
    EXPECT_EQ(Findings(copy), Findings(files->base));
  }
}

// The peer's output for a version 2 archive, with the stamps that version 3 would have.
std::string WithNanoseconds(const std::string& dump) {
  static const std::regex kMicroseconds("\n([0-9:]{8}\\.[0-9]{6})(?![0-9])");
  return std::regex_replace(dump, kMicroseconds,
                            "\n$01"
                            "000");
}

TEST(CopiedArchivesTest, HaveTheSameValuesInVersion3) {
  const TempDirectory directory;
  for (const char* name : {"20041125", "dyninsts", "eventrec", "omnibus_v2", "sample-labels"}) {
    const auto files = FindArchive(std::string(kCorpus) + "/" + name);
    ASSERT_EQ(ErrorOf(files), "");
    const std::string copy = directory / name;
    ASSERT_EQ(ErrorOf(ConvertArchive(*files, copy, Version::k3)), "") << name;
    const std::string values = PeerOutput({"pmdumplog", "-deim", files->base});
    EXPECT_NE(WithNanoseconds(values), values);
    EXPECT_TRUE(PeerOutput({"pmdumplog", "-deim", copy}) == WithNanoseconds(values)) << name;
    EXPECT_EQ(Findings(copy), Findings(files->base));
  }
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies PCP's own archives (Debian's pcp-testsuite), whole and in parts.  PCP's tools judge the
// parts, beside those that pmlogextract makes.

#include <gtest/gtest.h>

#include <array>
#include <ctime>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "fdr/archive/copy/copy_files.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/faulty_files.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ErrorOf;

std::vector<std::string> PathsOf(const ArchiveFiles& files) {
  std::vector<std::string> paths = {files.metadata};
  if (!files.index.empty()) paths.push_back(files.index);
  for (const VolumeFile& volume : files.volumes) paths.push_back(volume.path);
  return paths;
}

// With a rough guess at what is compressed.
std::uint64_t ContentOf(const ArchiveFiles& files) {
  std::uint64_t size = 0;
  for (const VolumeFile& volume : files.volumes)
    size += std::filesystem::file_size(volume.path) * (volume.path.ends_with("xz") ? 20 : 1);
  return size;
}

std::unique_ptr<Archive> OpenOrNull(const ArchiveFiles& files) {
  OpenOptions options;
  options.source.temp_directory = std::filesystem::temp_directory_path();
  auto archive = Archive::Open(files, options);
  return archive ? std::move(*archive) : nullptr;
}

std::vector<ArchiveFiles> CorpusUpTo(std::uint64_t daily, std::uint64_t soak) {
  const std::uint64_t size = test::IsSoak() ? soak : daily;
  auto archives = FindArchives(test::kPeerArchives);
  EXPECT_EQ(ErrorOf(archives), "");
  if (!archives) return {};
  std::erase_if(*archives, [size](const ArchiveFiles& files) {
    return !files.CheckComplete() || ContentOf(files) > size;
  });
  return *archives;
}

TEST(CopyCorpusTest, EveryArchiveThatOpensIsCopiedByteForByte) {
  std::size_t copied = 0;
  for (const ArchiveFiles& files : CorpusUpTo(4 << 20, std::uint64_t{1} << 40)) {
    const auto archive = OpenOrNull(files);
    if (archive == nullptr) continue;
    const test::TempDirectory directory;
    const std::string name = std::filesystem::path(files.base).filename();
    test::FaultyFiles disk;
    disk.DoNotSync();
    ASSERT_EQ(ErrorOf(CopyFiles(*archive, directory / name, {}, disk)), "") << name;
    const std::vector<std::string> paths = PathsOf(files);
    EXPECT_EQ(test::FileNames(directory.path()).size(), paths.size()) << name;
    for (const std::string& path : paths) {
      const std::string copy = directory / std::string(std::filesystem::path(path).filename());
      EXPECT_TRUE(test::ReadFile(copy) == test::ReadFile(path)) << path;
    }
    ++copied;
  }
  EXPECT_GE(copied, test::IsSoak() ? 195u : 150u);
}

// As PCP's tools read it.
std::string PeerTime(std::time_t seconds) {
  std::array<char, 64> text;
  std::strftime(text.data(), text.size(), "@%b %d %H:%M:%S %Y", std::gmtime(&seconds));
  return text.data();
}

// The stamp of the record in the middle.
std::optional<Timestamp> MiddleOf(const Archive& archive) {
  std::vector<Timestamp> stamps;
  RecordCursor cursor(archive);
  while (true) {
    const auto head = cursor.NextHead();
    if (!head || !*head) break;
    if ((*head)->stamp) stamps.push_back(*(*head)->stamp);
  }
  if (stamps.empty()) return std::nullopt;
  return stamps[stamps.size() / 2];
}

// pmlogextract copies values of these archives without the descriptors or the names of instances
// that the archive has for them: those of metrics inside of events, and of domains that are
// recorded late or change often.  Or it writes the names of a metric in another order.  Here the
// archive itself is the judge.
const std::set<std::string> kOtherMetadata = {
    "540117-short", "bigace_v2",         "dynmetric",         "eventrec",   "eventrec-old", "foo+",
    "omnibus",      "omnibus-nomark_v2", "omnibus-nomark_v3", "omnibus_v2", "omnibus_v3"};

std::string DumpOf(const std::string& base) { return test::RunPeer({"pmdumplog", "-m", base}).out; }

TEST(CopyCorpusTest, APartHasTheValuesThatPmlogextractCopies) {
  std::size_t compared = 0;
  for (const ArchiveFiles& files : CorpusUpTo(20'000, 1 << 20)) {
    const auto archive = OpenOrNull(files);
    if (archive == nullptr) continue;
    const std::string name = std::filesystem::path(files.base).filename();
    const std::optional<Timestamp> middle = MiddleOf(*archive);
    if (!middle) continue;
    const test::TempDirectory directory;
    PartOptions options;
    options.span.start = Timestamp{middle->sec, 0};
    const std::string ours = directory / "ours", theirs = directory / "theirs";
    test::FaultyFiles disk;
    disk.DoNotSync();
    const auto part = CopyPart(*archive, ours, options, disk);
    const test::ChildOutcome cut =
        test::RunPeer({"pmlogextract", "-S", PeerTime(middle->sec), files.base, theirs});
    EXPECT_EQ(part.has_value(), cut.exit_status == 0) << name << ": " << cut.err;
    if (!part || cut.exit_status != 0) continue;
    const auto check = [](const std::string& base) {
      return test::RunPeer({"pmlogcheck", base}).exit_status;
    };
    EXPECT_LE(check(ours), check(files.base)) << name;
    ++compared;
    const std::string expected =
        kOtherMetadata.contains(name)
            ? test::RunPeer({"pmdumplog", "-m", "-S", PeerTime(middle->sec), files.base}).out
            : DumpOf(theirs);
    EXPECT_TRUE(DumpOf(ours) == expected) << name;
  }
  EXPECT_GE(compared, test::IsSoak() ? 100u : 20u);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Repairs PCP's own archives (Debian's pcp-testsuite).  Sound archives must not change.  Damaged
// archives must become sound, as far as that is possible.

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "fdr/archive/check.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/repair.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

constexpr const char* kSound = "/var/lib/pcp/testsuite/archives";
constexpr const char* kDamaged = test::kPeerDamagedArchives;

// Compares the written bytes with the content of the original files, and stores nothing.
class ComparingFiles final : public FileSystem {
 public:
  /// The path of the original file, by the path of the written file.
  std::map<std::string, std::string> originals;
  /// The written files that differ from their originals, and the files that are the same.
  std::set<std::string> different;
  std::set<std::string> same;

  int Create(const std::string& path, mode_t) override {
    Opened& open = open_.emplace_back();
    open.name = path.substr(0, path.rfind(".part"));
    if (const auto original = originals.find(open.name); original != originals.end()) {
      SourceOptions options;
      options.temp_directory = std::filesystem::temp_directory_path().string();
      auto source = OpenSource(original->second, options);
      EXPECT_TRUE(source) << source.error().Message();
      if (source) open.source = std::move(*source);
    }
    return static_cast<int>(open_.size() - 1);
  }
  int Open(const std::string&) override { return -ENOENT; }
  int Lock(int) override { return 0; }
  int Duplicate(int) override { return -EBADF; }
  std::int64_t Write(int fd, Bytes bytes) override {
    Opened& open = open_[static_cast<std::size_t>(fd)];
    if (open.source && !open.different) {
      buffer_.resize(bytes.size());
      const auto got = open.source->ReadAt(open.offset, buffer_);
      open.different =
          !got || *got < bytes.size() || !std::equal(bytes.begin(), bytes.end(), buffer_.begin());
    }
    open.offset += bytes.size();
    return static_cast<std::int64_t>(bytes.size());
  }
  int Truncate(int, std::uint64_t) override { return 0; }
  int SetOwner(int, uid_t, gid_t) override { return 0; }
  int SetMode(int, mode_t) override { return 0; }
  int SetTimes(int, const timespec&, const timespec&) override { return 0; }
  int Sync(int) override { return 0; }
  int Close(int fd) override {
    Opened& open = open_[static_cast<std::size_t>(fd)];
    if (!open.source) return 0;
    (open.different || open.offset != open.source->size() ? different : same).insert(open.name);
    open.source.reset();
    return 0;
  }
  int Remove(const std::string&) override { return 0; }
  int Rename(const std::string&, const std::string&) override { return 0; }
  int List(const std::string&, std::vector<std::string>&) override { return 0; }
  int SyncDirectory(const std::string&) override { return 0; }

 private:
  struct Opened {
    std::string name = {};
    std::unique_ptr<ByteSource> source = {};
    std::uint64_t offset = 0;
    bool different = false;
  };
  std::vector<Opened> open_;
  ByteBuffer buffer_;
};

std::uint64_t SizeOf(const ArchiveFiles& files) {
  std::uint64_t size = 0;
  for (const VolumeFile& volume : files.volumes) size += std::filesystem::file_size(volume.path);
  // A rough guess at the decompressed size.
  return CompressionSuffix(files.volumes.front().path).empty() ? size : 20 * size;
}

TEST(RepairCorpusTest, SoundArchivesComeOutAsTheyAre) {
  constexpr std::uint64_t kLarge = 2 << 20;
  const test::TempDirectory directory;
  const auto archives = FindArchives(kSound);
  ASSERT_TRUE(archives) << archives.error().Message();
  std::size_t compared = 0;
  for (const ArchiveFiles& files : *archives) {
    if (!test::IsSoak() && SizeOf(files) > kLarge) continue;
    if (files.base.ends_with("/omnibus_v3")) continue;  // has a full record behind a delta
    ComparingFiles disk;
    const std::string out = directory / "out";
    disk.originals[out + ".meta"] = files.metadata;
    for (const VolumeFile& volume : files.volumes)
      disk.originals[out + '.' + std::to_string(volume.number)] = volume.path;
    RepairOptions options;
    options.source.temp_directory = directory.path();
    const Result<RepairReport> report = RepairArchive(files.base, out, options, disk);
    ASSERT_TRUE(report) << report.error().Message();
    EXPECT_FALSE(report->AnythingLost()) << files.base;
    EXPECT_TRUE(disk.different.empty()) << files.base << ": " << *disk.different.begin();
    EXPECT_EQ(disk.same.size(), files.volumes.size() + 1) << files.base;
    ++compared;
  }
  EXPECT_GE(compared, test::IsSoak() ? 190u : 140u);
}

TEST(RepairCorpusTest, AFullRecordBehindADeltaIsMendedInPcpsOwnArchive) {
  const test::TempDirectory directory;
  const auto archives = FindArchives(kSound);
  ASSERT_TRUE(archives) << archives.error().Message();
  const auto files = std::find_if(archives->begin(), archives->end(), [](const auto& archive) {
    return archive.base.ends_with("/omnibus_v3");
  });
  ASSERT_NE(files, archives->end());
  const auto count = [](const std::string& base) {
    std::size_t found = 0;
    const auto checked = FindArchiveFiles(base);
    if (!checked) return std::size_t{1};
    CheckArchive(*checked, {}, [&](const Finding& finding) {
      found += finding.code == CheckCode::kIndomFullAfterDelta ? 1 : 0;
    });
    return found;
  };
  EXPECT_GT(count(files->base), 0u);
  const Result<RepairReport> report = RepairArchive(files->base, directory / "out", {});
  ASSERT_TRUE(report) << report.error().Message();
  EXPECT_FALSE(report->AnythingLost());
  EXPECT_EQ(count(directory / "out"), 0u);
}

/// The archives that cannot be repaired, and the reason.
const std::map<std::string, Errc> kHopeless = {
    // Version 1.
    {"541380", Errc::kUnsupportedVersion},
    {"951127.23.01", Errc::kUnsupportedVersion},
    {"960624.08.17", Errc::kUnsupportedVersion},
    {"ace", Errc::kUnsupportedVersion},
    {"babylon.percpu", Errc::kUnsupportedVersion},
    {"babylon.pmview", Errc::kUnsupportedVersion},
    {"bigace", Errc::kUnsupportedVersion},
    {"bozo.client", Errc::kUnsupportedVersion},
    {"bug", Errc::kUnsupportedVersion},
    {"err_v1", Errc::kUnsupportedVersion},
    // The volume ends within its first record, or before it.
    {"badlen-10", Errc::kEmpty},
    {"badlen-11", Errc::kEmpty},
    {"badlen-2", Errc::kEmpty},
    {"badlen-3", Errc::kEmpty},
    {"badlen-4", Errc::kEmpty},
    {"badlen-5", Errc::kEmpty},
    // The files are empty.
    {"empty", Errc::kBadLabel},
    // No value has the type of the only metric.
    {"logsummary-bug", Errc::kEmpty},
};

TEST(RepairCorpusTest, DamagedArchivesComeOutSound) {
  const test::TempDirectory directory;
  const auto archives = FindArchives(kDamaged);
  ASSERT_TRUE(archives) << archives.error().Message();
  std::size_t repaired = 0;
  for (const ArchiveFiles& files : *archives) {
    const std::string name = std::filesystem::path(files.base).filename();
    const std::string out = directory / name;
    const Result<RepairReport> report = RepairArchive(files.base, out, {});
    if (const auto hopeless = kHopeless.find(name); hopeless != kHopeless.end()) {
      ASSERT_FALSE(report) << name;
      EXPECT_EQ(report.error().code, hopeless->second) << report.error().Message();
      continue;
    }
    ASSERT_TRUE(report) << report.error().Message();
    ++repaired;
    std::string findings;
    CheckArchive(*FindArchive(out), {}, [&](const Finding& finding) {
      if (finding.severity() == Severity::kError) findings += finding.sentence + '\n';
    });
    EXPECT_EQ(findings, "") << name;
    const test::ChildOutcome checked = test::RunPeer({"pmlogcheck", "-w", out});
    EXPECT_EQ(checked.exit_status, 0) << name << ": " << checked.out << checked.err;
    const test::ChildOutcome dumped = test::RunPeer({"pmdumplog", "-a", out});
    EXPECT_EQ(dumped.exit_status, 0) << name << ": " << dumped.err;
  }
  EXPECT_EQ(repaired + kHopeless.size(), archives->size());
  EXPECT_GE(repaired, 27u);
}

// Damaged metadata without other files.  PCP's tests put them beside the files of a sound archive.
TEST(RepairCorpusTest, DamagedMetadataComeOutSound) {
  for (const std::string number : {"1", "2"}) {
    const test::TempDirectory directory;
    const std::string from = std::string(kSound) + "/bozo.client_v2";
    for (const char* part : {".0", ".index"})
      std::filesystem::copy(from + part, directory / ("in" + std::string(part)));
    std::filesystem::copy(std::string(kDamaged) + "/bozo.client_v2.meta.bad." + number,
                          directory / "in.meta");
    const std::string out = directory / "out";
    const Result<RepairReport> report = RepairArchive(directory / "in", out, {});
    ASSERT_TRUE(report) << report.error().Message();
    const test::ChildOutcome checked = test::RunPeer({"pmlogcheck", "-w", out});
    EXPECT_EQ(checked.exit_status, 0) << checked.out << checked.err;
  }
}

}  // namespace
}  // namespace fdr

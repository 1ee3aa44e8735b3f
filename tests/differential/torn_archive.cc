// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/differential/torn_archive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "fdr/archive/archive_tail.h"
#include "fdr/archive/check.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/compressed.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/golden_archives.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSmall = 2 << 20;
constexpr std::size_t kFromThePeer = 26;

std::uint32_t Word(Bytes bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i)
    word = word << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  return word;
}

// Decompresses the file, since tests cut it as a recorder would leave it.
void CopyPlain(const std::string& from, const std::string& to) {
  const auto source = OpenSource(from);
  ASSERT_EQ(ErrorOf(source), "");
  const auto content = ReadAll(**source);
  ASSERT_EQ(ErrorOf(content), "");
  WriteFile(to, *content);
}

std::string CopyOf(const ArchiveFiles& files, const std::string& base) {
  CopyPlain(files.metadata, base + ".meta");
  if (!files.index.empty()) CopyPlain(files.index, base + ".index");
  for (const VolumeFile& volume : files.volumes)
    CopyPlain(volume.path, base + "." + std::to_string(volume.number));
  return base;
}

bool IsSound(const std::string& base) {
  const auto files = FindArchive(base);
  if (!files) return false;
  bool sound = true;
  static_cast<void>(CheckArchive(*files, {}, [&](const Finding& finding) {
    sound &= finding.severity() != Severity::kError;
  }));
  const auto tail = FindArchiveTail(base);
  return sound && tail && tail->last_stamp;
}

void Add(std::vector<TornArchive>& archives, const std::string& origin, const std::string& base) {
  if (!IsSound(base)) return;
  const auto files = FindArchive(base);
  TornArchive torn{.origin = origin, .base = base, .last_volume = files->volumes.back().path};
  for (const VolumeFile& volume : files->volumes) {
    torn.records_before += torn.walk.records.size();
    if (!torn.walk.records.empty()) torn.end_before = torn.walk.records.back().stamp;
    torn.content = ReadFile(volume.path);
    torn.walk = WalkRecords(torn.content);
  }
  if (!torn.walk.records.empty()) archives.push_back(std::move(torn));
}

void Record(const std::string& base, std::vector<std::string> options) {
  std::vector<std::string> argv = {FDR_COMMAND, "record", "-q", base};
  argv.insert(argv.end(), options.begin(), options.end());
  const auto recorded = RunChild({argv});
  ASSERT_TRUE(recorded && recorded->Succeeded()) << recorded->err;
}

}  // namespace

std::size_t RecordWalk::CountIn(std::uint64_t size) const {
  return static_cast<std::size_t>(
      std::upper_bound(records.begin(), records.end(), size,
                       [](std::uint64_t wanted, const Record& r) { return wanted < r.end; }) -
      records.begin());
}

std::uint64_t RecordWalk::EndIn(std::uint64_t size) const {
  const std::size_t count = CountIn(size);
  return count == 0 ? std::min(first, size) : records[count - 1].end;
}

RecordWalk WalkRecords(Bytes volume) {
  RecordWalk walk;
  walk.first = Word(volume, 0);
  const bool v3 = (Word(volume, 4) & 0xff) == 3;
  for (std::uint64_t at = walk.first; volume.size() - at >= 8;) {
    const std::uint32_t length = Word(volume, at);
    if (length < 20 || length > volume.size() - at || Word(volume, at + length - 4) != length)
      break;
    const std::int64_t low = Word(volume, at + 4), middle = Word(volume, at + 8);
    const Timestamp stamp =
        v3 ? Timestamp{low | middle << 32, static_cast<std::int32_t>(Word(volume, at + 12))}
           : Timestamp{low, static_cast<std::int32_t>(middle * 1000)};
    at += length;
    walk.records.push_back({at, stamp});
  }
  return walk;
}

std::vector<TornArchive> TornArchives(const std::string& directory) {
  std::vector<TornArchive> archives;
  int number = 0;
  const auto next = [&] { return directory + "/t" + std::to_string(number++); };
  for (const GoldenArchive& golden : GoldenArchives()) {
    const auto files = FindArchive(GoldenBase(golden));
    Add(archives, golden.name, CopyOf(*files, next()));
  }
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const std::string random = next();
    fs::create_directory(random);
    const RandomHistory history = WriteRandomArchives(random, seed);
    const auto all = FindArchives(random);
    for (const ArchiveFiles& files : *all) Add(archives, "random", files.base);
  }
  const std::string machine = next(), processes = next(), small = next();
  Record(machine, {"-t", "50ms", "-T", "1s"});
  // A busy machine has some hundred processes.
  Record(processes, {"-t", "50ms", "-s", "4", "proc.psinfo", "proc.memory"});
  Record(small, {"-t", "10ms", "-T", "1s", "kernel.all.load", "kernel.percpu.cpu.user"});
  for (const std::string& base : {machine, processes, small}) Add(archives, "this machine", base);

  const auto all = FindArchives(kPeerArchives);
  EXPECT_EQ(ErrorOf(all), "");
  std::size_t from_the_peer = 0;
  for (const ArchiveFiles& files : *all) {
    if (!files.CheckComplete() || files.index.empty()) continue;
    const auto facts = InspectSource(files.volumes.back().path);
    const auto metadata = InspectSource(files.metadata);
    if (!facts || facts->file_size > kSmall || !metadata || metadata->file_size > kSmall / 4)
      continue;
    if (facts->content_size.value_or(facts->file_size * 20) > kSmall) continue;
    const std::size_t before = archives.size();
    Add(archives, fs::path(files.base).filename(), CopyOf(files, next()));
    from_the_peer += archives.size() - before;
    if (from_the_peer == kFromThePeer && !IsSoak()) break;
  }
  EXPECT_GE(archives.size(), 40u);
  return archives;
}

}  // namespace fdr::test

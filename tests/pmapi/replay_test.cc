// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tests the archive half of the PMAPI with random programs, linked with our library and with PCP's.
// The programs read all archives of PCP's test suite, and generated archives.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/archive/files/archive_files.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/pmapi/replay_answers.h"
#include "fdr/tests/pmapi/replay_contrast.h"
#include "fdr/tests/pmapi/replay_scenario.h"
#include "fdr/tests/pmapi/replay_twins.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSuite = "/var/lib/pcp/testsuite";

// The names of all files and directories that might be archives.
std::vector<std::string> AllNames() {
  std::set<std::string> names;
  std::error_code error;
  for (const char* const directory : {"archives", "badarchives"})
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(kSuite) / directory, error)) {
      std::string name = entry.path();
      if (entry.is_directory()) {
        names.insert(name);
        continue;
      }
      for (const char* const suffix : {".xz", ".gz", ".bz2", ".index", ".meta"})
        if (name.ends_with(suffix)) name.resize(name.rfind('.'));
      if (const std::size_t dot = name.rfind('.');
          name.find_first_not_of("0123456789", dot + 1) == name.npos)
        name.resize(dot);
      names.insert(name);
    }
  EXPECT_FALSE(error) << kSuite;
  return {names.begin(), names.end()};
}

// We open an archive even if its index is damaged.  The peer opens it if the index is removed.
bool IsIndexToBlame(const std::string& name, const std::string& peers) {
  constexpr const char* kBadLabel = "-12372";
  const Result<ArchiveFiles> files = FindArchive(name);
  if (peers != kBadLabel || !files) return false;
  const TempDirectory directory;
  for (const fs::path path : {files->metadata, files->volumes.front().path})
    fs::copy_file(path, directory.path() / path.filename());
  const std::string copy = directory.path() / fs::path(files->base).filename();
  return RunDriver(Side::kPeers, {"open 2 " + DriverName(copy)}) == Answers{"0"};
}

// The archives that both libraries open.
const std::vector<std::string>& Corpus() {
  static const std::vector<std::string> corpus = [] {
    const std::vector<std::string> all = AllNames();
    Operations operations;
    for (const std::string& name : all) operations.push_back("open 2 " + DriverName(name));
    const Answers ours = RunDriver(Side::kOurs, operations),
                  peers = RunDriver(Side::kPeers, operations);
    std::vector<std::string> opened;
    for (std::size_t i = 0; i < std::min(ours.size(), peers.size()); ++i) {
      EXPECT_TRUE(ours[i] == peers[i] || IsIndexToBlame(all[i], peers[i]))
          << all[i] << ": ours " << ours[i] << ", the peer's " << peers[i];
      if (ours[i] == peers[i] && !ours[i].starts_with('-')) opened.push_back(all[i]);
    }
    EXPECT_EQ(peers.size(), all.size());
    return opened;
  }();
  return corpus;
}

void Compare(const std::string& names, std::uint64_t seed, std::size_t walks, std::size_t length,
             ReplayTally& tally) {
  SCOPED_TRACE(testing::Message() << names << ", seed " << seed);
  const auto archives = ArchiveContext::Open(names);
  ASSERT_TRUE(archives) << archives.error().Message();
  const Timeline& timeline = (*archives)->timeline();
  ScenarioGenerator scenarios(names, timeline);
  ReplayContrast contrast(names, timeline, tally);
  const auto run = [&](const Operations& operations) {
    contrast.Follow(operations, RunDriver(Side::kOurs, operations),
                    RunDriver(Side::kPeers, operations));
  };
  run(scenarios.Survey(seed, IsSoak() ? 100 : 15));
  for (std::size_t i = 0; i < walks; ++i) run(scenarios.Walk(seed * 1000 + i, length));
  contrast.Explain();
}

TEST(ReplayTwinsTest, OpenTheSameArchives) { EXPECT_GT(Corpus().size(), 200u); }

// The damage may be an accident or made on purpose.
bool IsDamaged(const std::string& name) { return name.find("/badarchives/") != std::string::npos; }

TEST(ReplayTwinsTest, AgreeOnThePeersArchives) {
  ReplayTally tally;
  for (std::size_t i = 0; i < Corpus().size(); ++i)
    if (!IsDamaged(Corpus()[i]))
      Compare(Corpus()[i], i, IsSoak() ? 4 : 1, IsSoak() ? 300 : 50, tally);
  tally.Print("PCP's archives");
  EXPECT_GT(tally.Fetches(), IsSoak() ? 150'000u : 5'000u);
  EXPECT_LT(LossesOfPeer().died + LossesOfPeer().killed, 50);
}

TEST(ReplayTwinsTest, AgreeOnThePeersDamagedArchives) {
  ReplayTally tally;
  for (std::size_t i = 0; i < Corpus().size(); ++i)
    if (IsDamaged(Corpus()[i])) Compare(Corpus()[i], i, IsSoak() ? 100 : 6, 50, tally);
  tally.Print("PCP's damaged archives");
  EXPECT_GT(tally.Fetches(), IsSoak() ? 50'000u : 2'500u);
  EXPECT_LT(LossesOfPeer().died + LossesOfPeer().killed, 50);
}

TEST(ReplayTwinsTest, AgreeOnRandomArchives) {
  ReplayTally tally;
  for (std::uint64_t seed = 0; seed < (IsSoak() ? 500 : 40); ++seed) {
    const TempDirectory directory;
    Compare(WriteRandomArchives(directory.path(), seed).names, seed, 3, IsSoak() ? 300 : 100,
            tally);
  }
  tally.Print("random archives");
  EXPECT_GT(tally.Fetches(), IsSoak() ? 250'000u : 5'000u);
  EXPECT_LT(LossesOfPeer().died + LossesOfPeer().killed, 50);
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tests the archive half of the PMAPI with fixed programs for replay_driver.c.  The driver is
// linked with our library and with PCP's.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/tests/pmapi/replay_twins.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

namespace fs = std::filesystem;

constexpr MetricId kValue = MetricId::Build(70, 0, 1);

// A record each ten seconds, from `first` on.
void WriteArchive(const std::string& base, double first, const std::string& zone,
                  Version version = Version::k2) {
  WriterOptions options = ArchiveBuilder::Options(version);
  options.label.timezone = std::string_view(zone);
  ArchiveBuilder archive(base, options);
  archive.Metric({.name = "toy.value", .id = kValue});
  for (int i = 0; i < 4; ++i) archive.Record(At(first + 10 * i), {Single(kValue, std::int64_t{i})});
}

// A time for "hmode".
std::string When(double seconds) { return std::to_string(At(seconds).sec) + ".000000000"; }

class ReplayCasesTest : public testing::Test {
 protected:
  TempDirectory directory_;
};

TEST_F(ReplayCasesTest, TheZoneOfAListIsThatOfTheArchiveThatIsRead) {
  const std::string a = directory_ / "a", b = directory_ / "b", c = directory_ / "c";
  WriteArchive(a, 0, "AAA-1");
  WriteArchive(b, 100, "BBB-2", Version::k3);
  WriteArchive(c, 200, "CCC-3");
  const std::string list = b + ',' + c + ',' + a;
  Operations program = {"zone"};
  for (const std::string& names : {list, directory_.path()}) {
    program.push_back("open 2 " + names);
    program.push_back("zone");
    for (const char* mode : {"2", "3"})
      for (const double origin : {-10, 0, 5, 50, 100, 150, 210, 1000}) {
        program.push_back(std::string("hmode ") + mode + ' ' + When(origin) + " -");
        program.push_back("zone");
        for (int i = 0; i < 15; ++i)
          program.insert(
              program.end(),
              {i % 2 == 0 ? "record" : "fetch " + std::to_string(kValue.value), "zone", "host 0"});
      }
    // Between two archives, PCP answers from the archive that it happened to read last.
    for (const char* delta : {"100.0", "-100.0"}) {
      program.push_back("hmode 1 " + When(delta[0] == '-' ? 225 : 5) + ' ' + delta);
      for (int i = 0; i < 4; ++i)
        program.insert(program.end(), {"fetch " + std::to_string(kValue.value), "zone"});
    }
  }
  const Answers ours = RunDriver(Side::kOurs, program), peers = RunDriver(Side::kPeers, program);
  ASSERT_EQ(ours.size(), peers.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    EXPECT_EQ(ours[i], peers[i]) << i << ": " << program[i - 1] << ", " << program[i];
}

// Writes an archive of `toy.value` with a record every `step` seconds.
void WriteEvery(int step, const std::string& base, int first, int last) {
  ArchiveBuilder archive(base, ArchiveBuilder::Options(Version::k3));
  archive.Metric({.name = "toy.value", .id = kValue});
  for (int t = first; t <= last; t += step)
    archive.Record(At(t), {Single(kValue, std::int64_t{t})});
}

// Walks in `mode` from one end of time to the other, and from places in between.
Operations WalksFromEverywhere(const std::string& names, const std::string& mode,
                               const std::string& step) {
  Operations program = {"open 2 " + names};
  for (int origin = -5; origin <= 130; origin += 3) {
    program.push_back("hmode " + mode + ' ' + When(origin) + " -");
    program.insert(program.end(), 30, step);
  }
  return program;
}

// See docs/compatibility.md.  Going backward, the peer begins with an error if it crosses no seam.
TEST_F(ReplayCasesTest, OverlapsAreMetAsByThePeer) {
  constexpr const char* kTold = "-12401";
  const std::string a = directory_ / "a", b = directory_ / "b", c = directory_ / "c",
                    d = directory_ / "d";
  WriteEvery(10, a, 0, 100);
  WriteEvery(7, b, 33, 55);   // within a
  WriteEvery(5, c, 51, 125);  // begins in b and ends behind a
  WriteEvery(4, d, 110, 118);
  const std::string fetch = "fetch " + std::to_string(kValue.value);
  std::size_t overlaps = 0, before_the_seam = 0;
  for (const std::string& names : {a + ',' + c, a + ',' + b, a + ',' + b + ',' + c + ',' + d})
    for (const std::string mode : {"2", "3"})
      for (const std::string& step : {fetch, std::string("record")}) {
        const Operations program = WalksFromEverywhere(names, mode, step);
        const Answers ours = RunDriver(Side::kOurs, program),
                      peers = RunDriver(Side::kPeers, program);
        ASSERT_EQ(ours.size(), peers.size());
        for (std::size_t i = 0, shift = 0; i < program.size(); ++i) {
          if (program[i] != step) shift = 0;
          if (mode == "3" && program[i] == step && program[i - 1] != step && peers[i] == kTold &&
              ours[i] != kTold) {
            shift = 1;
            ++before_the_seam;
          }
          const bool is_last = shift == 1 && (i + 1 == program.size() || program[i + 1] != step);
          if (is_last) continue;
          overlaps += ours[i] == kTold ? 1 : 0;
          EXPECT_EQ(ours[i], peers[i + shift]) << names << ' ' << mode << ' ' << i << step;
        }
      }
  EXPECT_GT(overlaps, 100u);
  EXPECT_GT(before_the_seam, 10u);
}

TEST_F(ReplayCasesTest, AnArchiveOfLabelsIsEmpty) {
  constexpr const char* kOpened = "0";
  constexpr const char* kNoData = "-12354";
  constexpr const char* kBadLabel = "-12372";
  for (const Version version : {Version::k2, Version::k3}) {
    const std::size_t label = ArchiveBuilder::Options(version).label.size();
    for (const char* const suffix : {".0", ".meta", ".index"})
      for (const std::size_t size : {std::size_t{0}, std::size_t{50}, label}) {
        const TempDirectory directory;
        WriteArchive(directory / "a", 0, "UTC", version);
        fs::resize_file(directory / "a" + suffix, size);
        const Operations open = {"open 2 " + (directory / "a")};
        const Answers ours = RunDriver(Side::kOurs, open);
        const bool is_hint = size == 50 && suffix == std::string(".index");
        EXPECT_EQ(ours, Answers{is_hint ? kOpened : size == 50 ? kBadLabel : kNoData}) << suffix;
        EXPECT_EQ(RunDriver(Side::kPeers, open), is_hint ? Answers{kBadLabel} : ours) << suffix;
      }
  }
}

TEST_F(ReplayCasesTest, AnArchiveWithoutAnIndexIsOpened) {
  const std::string base = directory_ / "a";
  WriteArchive(base, 0, "UTC");
  fs::remove(base + ".index");
  const Operations program = {"open 2 " + base, "hend", "record", "hmode 3 " + When(100) + " -",
                              "record"};
  EXPECT_EQ(RunDriver(Side::kOurs, program), RunDriver(Side::kPeers, program));
}

TEST_F(ReplayCasesTest, OneEmptyArchiveKeepsAListFromBeingOpened) {
  const std::string a = directory_ / "a", b = directory_ / "b";
  WriteArchive(a, 0, "UTC");
  WriteArchive(b, 100, "UTC");
  fs::resize_file(b + ".index", ArchiveBuilder::Options(Version::k2).label.size());
  const Operations open = {"open 2 " + a + ',' + b};
  EXPECT_EQ(RunDriver(Side::kOurs, open), Answers{"-12354"});
  EXPECT_EQ(RunDriver(Side::kPeers, open), Answers{"-12354"});
}

}  // namespace
}  // namespace fdr::test

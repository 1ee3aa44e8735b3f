// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the peer departs from the rules of replay, each with what it does and what we do.
// docs/compatibility.md, "Replaying", argues them.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "fdr/tests/differential/replay_operations.h"
#include "fdr/tests/differential/replay_peer.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr MetricId kC = MetricId::Build(60, 0, 1);

void AddRecords(ArchiveBuilder& archive, const std::vector<double>& stamps) {
  for (const double t : stamps) archive.Record(At(t), {Single(kC, static_cast<std::uint64_t>(t))});
}

void Write(const std::string& base, const std::vector<double>& stamps) {
  ArchiveBuilder archive(base);
  archive.Metric({.name = "toy.c", .id = kC});
  AddRecords(archive, stamps);
}

// The stamps that come from an origin on, as seconds of the toy timeline; or how it ended.
std::string Stamps(const Answers& answers) {
  std::string all;
  for (std::size_t i = 2; i < answers.size(); ++i) {
    const std::string& answer = answers[i];
    const std::size_t at = answer.find(' ');
    if (i > 2) all += ' ';
    if (at == answer.npos) {
      all += answer;
      continue;
    }
    const std::string stamp = answer.substr(at + 1);
    char text[32];
    std::snprintf(
        text, sizeof text, "%.10g",
        static_cast<double>(std::stoll(stamp) - kEpoch) + std::stod(stamp.substr(stamp.find('.'))));
    all += text + std::string(answer[0] == 'm' ? "M" : "");
  }
  return all;
}

Operations Records(const std::string& names, Mode mode, double origin, std::size_t count) {
  Operations operations = {OpenOperation(names), ModeOperation(mode, At(origin))};
  operations.insert(operations.end(), count, "record");
  return operations;
}

std::string Peers(const Operations& operations) { return Stamps(AskPeer({operations}).front()); }

std::string Ours(const Operations& operations) {
  OurReplay replay;
  Answers answers;
  for (const std::string& operation : operations) answers.push_back(replay.Answer(operation));
  return Stamps(answers);
}

// Item 16.
TEST(ReplayDeparturesTest, ThePeerLosesRecordsWithinAMillisecondOfASeam) {
  const TempDirectory directory;
  Write(directory / "a", {1000, 1040});
  Write(directory / "g", {1040, 1040.0005, 1050});
  const std::string names = directory / "a" + "," + directory / "g";
  const Operations forward = Records(names, Mode::kForward, 1000, 7);
  EXPECT_EQ(Peers(forward), "1000 1040 1040.001M 1050 end end end");
  EXPECT_EQ(Ours(forward), "1000 1040 1040.001M 1040 1040.0005 1050 end");
  const Operations backward = Records(names, Mode::kBackward, 1050, 7);
  EXPECT_EQ(Peers(backward), "1050 1040.0005 1040 1039.999M 1000 end end");
  EXPECT_EQ(Ours(backward), "1050 1040.0005 1040 1039.999M 1040 1000 end");
}

// No departures, but close to some.
TEST(ReplayDeparturesTest, VolumesWithoutRecordsAndMissingOnesHideNothing) {
  const TempDirectory directory;
  for (const char* name : {"label_only", "first_missing"}) {
    ArchiveBuilder archive(directory / name);
    archive.Metric({.name = "toy.c", .id = kC});
    AddRecords(archive, {1000, 1010});
    archive.Volume();
    if (name == std::string("first_missing")) AddRecords(archive, {1020, 1030});
  }
  std::filesystem::remove(directory / "first_missing.0");
  for (const bool indexed : {true, false}) {
    const Operations backward = Records(directory / "label_only", Mode::kBackward, 1050, 3);
    EXPECT_EQ(Peers(backward), "1010 1000 end");
    EXPECT_EQ(Ours(backward), "1010 1000 end");
    const Operations forward = Records(directory / "first_missing", Mode::kForward, 1000, 3);
    EXPECT_EQ(Peers(forward), "1020 1030 end");
    EXPECT_EQ(Ours(forward), "1020 1030 end");
    if (!indexed) break;
    for (const char* name : {"label_only.index", "first_missing.index"})
      ASSERT_TRUE(std::filesystem::remove(directory / name));
  }
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The departures of the peer from the rules of replay.  Each test shows the peer's answers and
// ours.  docs/compatibility.md, "Replaying", argues them.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "fdr/tests/differential/interpolation_explainer.h"
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

// The stamps of the answers, as seconds of the toy timeline; "end" or "error" have no stamp.
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

// Item 17: the index leads behind the rest of the volume.  Without it the peer finds the records.
TEST(ReplayDeparturesTest, ThePeerFindsNothingBeforeALastVolumeWithoutRecords) {
  const TempDirectory directory;
  const std::string base = directory / "label_only";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.c", .id = kC});
    AddRecords(archive, {1000, 1010});
    archive.Volume();
    AddRecords(archive, {1020, 1030});
  }
  WriteFile(base + ".1", Bytes(ReadFile(base + ".1")).first(LabelSize(Version::k3)));
  const Operations backward = Records(base, Mode::kBackward, 1050, 3);
  EXPECT_EQ(Peers(backward), "end end end");
  EXPECT_EQ(Ours(backward), "1010 1000 end");
  ASSERT_TRUE(std::filesystem::remove(base + ".index"));
  EXPECT_EQ(Peers(backward), "1010 1000 end");
  EXPECT_EQ(Ours(backward), "1010 1000 end");
}

TEST(ReplayDeparturesTest, OnlyTheVeryLastTornRecordEndsReading) {
  const TempDirectory directory;
  Write(directory / "a", {1000, 1010, 1020});
  Write(directory / "b", {1100, 1110});
  const std::string torn = directory / "a.0";
  std::filesystem::resize_file(torn, std::filesystem::file_size(torn) - 5);
  const Operations forward =
      Records(directory / "a" + "," + directory / "b", Mode::kForward, 1000, 6);
  EXPECT_EQ(Peers(forward), "1000 1010 error error error error");
  EXPECT_EQ(Ours(forward), "1000 1010 1010.001M 1100 1110 end");
}

// For each half second of a walk, x if the instance has a value of the metric.
std::string TimesWith(InstanceId instance, const Answers& answers) {
  std::string all;
  for (std::size_t i = 2; i < answers.size(); ++i) {
    const FetchedAnswer answer = FetchedAnswer::Read(answers[i]);
    const auto set = answer.sets.find(kC);
    all += set != answer.sets.end() && set->second.values.contains(instance) ? 'x' : '.';
  }
  return all;
}

// Recordings that overlap, once joined, have such domains: the other recorder did not list what
// this one has.
TEST(ReplayDeparturesTest, ValuesOutsideOfAMembershipDependOnTheDirection) {
  constexpr InDomId kLarge = InDomId::Build(60, 3);
  constexpr InstanceId kStranger = 99;
  const TempDirectory directory;
  const std::string base = directory / "stranger";
  {
    InstanceList members;
    for (InstanceId id = 1; id < 20; ++id) members.push_back({id, "other"});
    InstanceList with_stranger = members;
    with_stranger.push_back({kStranger, "stranger"});
    const Semantics counter = Semantics::kCounter;
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.c", .id = kC, .indom = kLarge, .semantics = counter})
        .InDom(At(0), kLarge, with_stranger);
    for (const std::uint64_t t : {0u, 5u, 8u, 10u, 12u, 14u, 15u, 17u, 20u, 22u}) {
      if (t == 10) archive.InDom(At(10), kLarge, members);
      Values values{kC, {{1, t}}};
      if (t % 5 == 0 || t == 12) values.values.push_back({kStranger, 100 + t});
      archive.Record(At(static_cast<double>(t)), {values});
    }
  }
  const auto walk = [&](double origin, std::int64_t delta) {
    const MetricId metrics[] = {kC};
    Operations operations = {OpenOperation(base),
                             ModeOperation(Mode::kInterpolated, At(origin), delta)};
    operations.insert(operations.end(), 45, FetchOperation(metrics));
    return operations;
  };
  const auto ours = [](const Operations& operations) {
    OurReplay replay;
    Answers answers;
    for (const std::string& operation : operations) answers.push_back(replay.Answer(operation));
    return TimesWith(kStranger, answers);
  };
  const Operations forward = walk(0, 500'000'000), backward = walk(22, -500'000'000);
  EXPECT_EQ(TimesWith(kStranger, AskPeer({forward}).front()),
            "xxxxxxxxxxxxxxxxxxxxxxxxx....xx....xxxxxx....");
  EXPECT_EQ(ours(forward), "xxxxxxxxxxxxxxxxxxxxx........................");
  EXPECT_EQ(TimesWith(kStranger, AskPeer({backward}).front()),
            "....x......xxxx..xxxxxxxxxxxxxxxxxxxxxxxxxxxx");
  EXPECT_EQ(ours(backward), "........................xxxxxxxxxxxxxxxxxxxxx");
}

// This is close to a departure, but is none.
TEST(ReplayDeparturesTest, AMissingFirstVolumeHidesNothing) {
  const TempDirectory directory;
  const std::string base = directory / "first_missing";
  {
    ArchiveBuilder archive(base);
    archive.Metric({.name = "toy.c", .id = kC});
    AddRecords(archive, {1000, 1010});
    archive.Volume();
    AddRecords(archive, {1020, 1030});
  }
  std::filesystem::remove(base + ".0");
  const Operations forward = Records(base, Mode::kForward, 1000, 3);
  EXPECT_EQ(Peers(forward), "1020 1030 end");
  EXPECT_EQ(Ours(forward), "1020 1030 end");
  ASSERT_TRUE(std::filesystem::remove(base + ".index"));
  EXPECT_EQ(Peers(forward), "1020 1030 end");
  EXPECT_EQ(Ours(forward), "1020 1030 end");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy -t` as users run it.

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class ThinCopyTest : public testing::Test {
 protected:
  static constexpr MetricId kTicks = MetricId::Build(60, 0, 1);
  static constexpr MetricId kShare = MetricId::Build(60, 0, 2);

  // Records at 1 s, 11 s, ... of two minutes; the load in every second one.
  void SetUp() override { Write("db1", Version::k3); }

  void Write(const std::string& name, Version version) {
    ArchiveBuilder builder(directory_ / name, version);
    builder.Metric({.name = "toy.ticks", .id = kTicks, .semantics = Semantics::kCounter})
        .Metric({.name = "toy.share", .id = kShare, .type = Type::kDouble});
    for (unsigned i = 0; i < 13; ++i) {
      std::vector<Values> values = {Single(kTicks, std::uint64_t{4294967200} + i * 20)};
      if (i % 2 == 0) values.push_back(Single(kShare, i / 8.0));
      builder.Record(At(1 + i * 10), values);
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "copy");
    return RunFdr(std::move(arguments));
  }

  void ExpectUsage(std::vector<std::string> arguments, const std::string& message) {
    const std::string none = directory_ / "none";
    arguments.insert(arguments.end(), {db1_, none});
    const ChildOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_TRUE(Has(outcome.err, message)) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(none + ".meta"));
  }

  const TempDirectory directory_;
  const std::string db1_ = directory_ / "db1";
  const std::string out_ = directory_ / "out";
};

TEST_F(ThinCopyTest, ARecordOfEachMinute) {
  const ChildOutcome outcome = Run({"-t", "1m", db1_, out_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "out: 3 records, 2023-11-14 22:13:21 UTC to")) << outcome.out;
  EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
  EXPECT_EQ(RunFdr({"check", out_}).exit_status, 0);
  EXPECT_TRUE(Has(PeerOutput({"pminfo", "-d", "-a", out_, "toy.ticks"}), "64-bit unsigned int"));
  // It wraps in the first minute.
  const std::string dump = PeerOutput({"pmdumplog", out_});
  for (const char* value :
       {"value 4294967200", "value 4294967320", "value 4294967440", "value 1.5"})
    EXPECT_TRUE(Has(dump, value)) << value << dump;
}

TEST_F(ThinCopyTest, TheWindowAndItsAlignmentAreTheGrid) {
  ASSERT_EQ(Run({"-t", "30s", "-S", "@22:13:40", db1_, out_}).exit_status, 0);
  const std::string dump = PeerOutput({"pmdumplog", "-a", out_});
  for (const char* stamp : {"22:13:41", "22:14:10", "22:14:40", "22:15:10", "22:15:21"})
    EXPECT_TRUE(Has(dump, stamp)) << stamp << dump;
  ASSERT_EQ(Run({"-t", "1m", "-A", "1m", db1_, directory_ / "aligned"}).exit_status, 0);
  const std::string aligned = PeerOutput({"pmdumplog", "-a", directory_ / "aligned"});
  for (const char* stamp : {"22:14:01", "22:15:00", "22:15:21"})
    EXPECT_TRUE(Has(aligned, stamp)) << stamp << aligned;
}

TEST_F(ThinCopyTest, AsRecordedNothingIsComputed) {
  ASSERT_EQ(Run({"-t", "1m", "--as-recorded", db1_, out_}).exit_status, 0);
  const std::string dump = PeerOutput({"pmdumplog", "-md", out_});
  EXPECT_TRUE(Has(dump, "32-bit unsigned int")) << dump;
  for (const char* stamp : {"22:13:21", "22:14:11", "22:14:21", "22:15:11", "22:15:21"})
    EXPECT_TRUE(Has(dump, stamp)) << stamp << dump;
  EXPECT_FALSE(Has(dump, "22:13:31"));
}

TEST_F(ThinCopyTest, StatisticsAreMetrics) {
  const ChildOutcome outcome = Run({"-t", "1m", "--statistics", db1_, out_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, " metrics with 3 statistics, ")) << outcome.out;
  EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
  EXPECT_TRUE(Has(RunFdr({"check", out_}).out, "0 errors, 0 warnings"));
  const std::string info = PeerOutput({"pminfo", "-dmtlT", "-a", out_, "fdr.toy.share"});
  for (const char* text :
       {"fdr.toy.share.min", "fdr.toy.share.max", "fdr.toy.share.mean", "\"statistic\":\"max\"",
        "\"of\":\"toy.share\"", "\"interval\":\"60s\"", "\"thinned\":\"60s\"",
        "Largest value of toy.share in the interval that ends at this time", "60.2048.2"})
    EXPECT_TRUE(Has(info, text)) << text << info;
  EXPECT_EQ(PeerOutput({"pmdumplog", "-md", out_}).find("fdr.toy.ticks"), std::string::npos);
}

TEST_F(ThinCopyTest, ASummaryHasTheTrueExtremes) {
  const std::string peaks = directory_ / "peaks";
  ArchiveBuilder builder(peaks);
  builder.Metric({.name = "toy.share", .id = kShare, .type = Type::kDouble})
      .Metric({.name = "toy.ticks", .id = kTicks, .semantics = Semantics::kCounter});
  std::uint64_t ticks = 0;
  for (int i = 0; i < 60; ++i)
    builder.Record(At(i), {Single(kShare, i == 20   ? 99.0
                                          : i == 40 ? -7.0
                                                    : 5.0 + i % 2),
                           Single(kTicks, ticks += i == 30 ? 1000 : 10)});
  builder.Close();
  ASSERT_EQ(Run({"-t", "15s", "--statistics=min,max,rates", peaks, out_}).exit_status, 0);
  const auto extremes = [](const std::string& archive) {
    std::string found;
    std::istringstream lines(RunFdr({"summary", "--csv", archive, "toy.share", "toy.ticks"}).out);
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> cells;
      std::istringstream in(line);
      for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
      found += cells.at(6) + " " + cells.at(11) + "; ";
    }
    return found;
  };
  EXPECT_EQ(extremes(peaks), "min max; -7 99; 10 1000; ");
  EXPECT_EQ(extremes(out_), extremes(peaks));

  const auto plot = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"replay", out_, "--ascii", "--width", "60", "--height", "20"});
    return RunFdr(std::move(more)).out;
  };
  const std::string band = plot({"--plot", "toy.share"});
  EXPECT_TRUE(Has(band, "shaded: min to max")) << band;
  EXPECT_TRUE(Has(band, "100 +")) << band;  // the peak of one second
  EXPECT_TRUE(Has(band, "::")) << band;
  EXPECT_FALSE(Has(band, "fdr.")) << band;
  EXPECT_TRUE(Has(plot({"--plot", "toy.ticks"}), "shaded")) << "of its rates";
  EXPECT_FALSE(Has(plot({"--plot", "--raw", "toy.ticks"}), "shaded"));
  EXPECT_FALSE(Has(plot({"--chart", "bar", "toy.share"}), "shaded"));
}

TEST_F(ThinCopyTest, RatesAloneAreMoreThanTheDefault) {
  ASSERT_EQ(Run({"-t", "1m", "--statistics=rates", db1_, out_}).exit_status, 0);
  const std::string dump = PeerOutput({"pmdumplog", "-md", out_});
  for (const char* name : {"fdr.toy.share.min", "fdr.toy.share.max", "fdr.toy.share.mean",
                           "fdr.toy.ticks.min", "fdr.toy.ticks.max"})
    EXPECT_TRUE(Has(dump, name)) << dump;
}

TEST_F(ThinCopyTest, SomeStatisticsAndRates) {
  ASSERT_EQ(Run({"-t", "1m", "--statistics=rates,max", db1_, out_}).exit_status, 0);
  const std::string dump = PeerOutput({"pmdumplog", "-md", out_});
  for (const char* name : {"fdr.toy.share.max", "fdr.toy.ticks.min", "fdr.toy.ticks.max"})
    EXPECT_TRUE(Has(dump, name)) << dump;
  EXPECT_FALSE(Has(dump, "fdr.toy.share.min"));
  EXPECT_TRUE(Has(dump, "value 2\n")) << dump;
  ExpectUsage({"-t", "1m", "--statistics=median"}, "--statistics: \"median\" is unknown");
  ExpectUsage({"--statistics"}, "--statistics");
  ExpectUsage({"-t", "1m", "--statistics", "--as-recorded"}, "--as-recorded");
}

TEST_F(ThinCopyTest, StatisticsOfStatistics) {
  ASSERT_EQ(Run({"-t", "20s", "--statistics", db1_, directory_ / "fine"}).exit_status, 0);
  ASSERT_EQ(
      Run({"-t", "1m", "--statistics", directory_ / "fine", directory_ / "twice"}).exit_status, 0);
  ASSERT_EQ(Run({"-t", "1m", "--statistics", db1_, directory_ / "once"}).exit_status, 0);
  const auto dump = [&](const char* name) {
    return PeerOutput({"pmdumplog", directory_ / name, "fdr.toy.share.min", "fdr.toy.share.max",
                       "fdr.toy.share.mean"});
  };
  EXPECT_TRUE(Has(dump("once"), "fdr.toy.share.max"));
  EXPECT_EQ(dump("once"), dump("twice"));
  // Labels tell the longer interval, whatever the second run is asked for.
  ASSERT_EQ(Run({"-t", "1m", directory_ / "fine", directory_ / "plain"}).exit_status, 0);
  const auto labels = [&](const char* name) {
    return PeerOutput({"pminfo", "-l", "-a", directory_ / name, "fdr.toy.share.max"});
  };
  EXPECT_TRUE(Has(labels("fine"), "\"interval\":\"20s\"")) << labels("fine");
  for (const char* name : {"twice", "plain"}) {
    EXPECT_TRUE(Has(labels(name), "\"interval\":\"60s\"")) << labels(name);
    EXPECT_TRUE(Has(labels(name), "\"thinned\":\"60s\"")) << labels(name);
    EXPECT_FALSE(Has(labels(name), "20s")) << labels(name);
  }
}

TEST_F(ThinCopyTest, MetricsMayBeChosenToo) {
  const ChildOutcome outcome = Run({"-t", "1m", "--only", "toy.share", db1_, out_});
  EXPECT_TRUE(Has(outcome.out, "3 records")) << outcome.out << outcome.err;
  EXPECT_FALSE(Has(PeerOutput({"pmdumplog", "-md", out_}), "toy.ticks"));
}

TEST_F(ThinCopyTest, SeveralArchivesOfAnyVersion) {
  Write("db2", Version::k2);
  const ChildOutcome outcome = Run({"-t", "1m", db1_, directory_ / "db2", out_});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(RunPeer({"pmlogcheck", out_}).exit_status, 0);
  ASSERT_EQ(Run({"-t", "7s", directory_ / "db2", directory_ / "two"}).exit_status, 0);
  EXPECT_EQ(RunPeer({"pmlogcheck", directory_ / "two"}).exit_status, 0);
}

TEST_F(ThinCopyTest, ADryRunWritesNothing) {
  const ChildOutcome outcome = Run({"-n", "-t", "1m", db1_, out_});
  EXPECT_TRUE(Has(outcome.out, "would write")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
}

TEST_F(ThinCopyTest, AnIntervalIsMoreThanNothing) {
  ExpectUsage({"-t", "0"}, "-t: The interval must be more than 0");
  ExpectUsage({"-t", "0s", "--as-recorded"}, "-t: The interval must be more than 0");
  ExpectUsage({"-t", "soon"}, "-t: Not an interval");
  ExpectUsage({"-t=-5s"}, "-t: Not an interval");
  ExpectUsage({"-t", ""}, "-t");
  ExpectUsage({"-t", "101years"}, "-t");
  ExpectUsage({"-t", "36600days"}, "-t: The interval must not be longer than a century");
  ExpectUsage({"--as-recorded"}, "--as-recorded");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy -t` as users run it.

#include <gtest/gtest.h>

#include <filesystem>

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
    for (int i = 0; i < 13; ++i) {
      std::vector<Values> values = {
          Single(kTicks, std::uint64_t{4294967200} + static_cast<std::uint64_t>(i) * 20)};
      if (i % 2 == 0) values.push_back(Single(kShare, i / 8.0));
      builder.Record(At(1 + i * 10), values);
    }
  }

  ChildOutcome Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "copy");
    return RunFdr(std::move(arguments));
  }

  void ExpectUsage(std::vector<std::string> arguments, const std::string& message) {
    arguments.insert(arguments.end(), {db1_, out_});
    const ChildOutcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_TRUE(Has(outcome.err, message)) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(out_ + ".meta"));
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

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Windows that begin with values that were recorded before: `fdr copy --hold`, `fdr find --cut`.

#include <gtest/gtest.h>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// Metrics of several kinds, and a gap.
constexpr std::string_view kPicture = R"(
time      1000  1010  1020  1025  1030  1040  1050  1060  1070
load         1     2     3     |     4     5     6     7     8   instant double
cpus         4     .     .     |     .     .     .     .     .   discrete u32
disk[0]      1     .     .     |    10     .     .     .     .   discrete u32
disk[1]      .     .     .     |    20     .    30     .     .   discrete u32
once         9     .     .     |     9     .     .     .     .   instant u32
)";

class HeldStartTest : public testing::Test {
 protected:
  void SetUp() override { WriteToy(in_, kPicture); }

  ChildOutcome Copy(std::vector<std::string> options) {
    options.insert(options.begin(), "copy");
    options.insert(options.end(), {out_, "--hold", "-q", "-Z", "UTC"});
    return RunFdr(std::move(options));
  }
  // All that is recorded of a metric.
  std::string Recorded(const std::string& metric) const {
    return RunFdr({"replay", out_, metric, "--raw", "--csv"}).out;
  }

  const TempDirectory directory_;
  const std::string in_ = directory_ / "in";
  const std::string out_ = directory_ / "out";
};

// 1045 is 22:30:45.
TEST_F(HeldStartTest, DiscreteValuesHoldUntilTheyChange) {
  const ChildOutcome copied = Copy({in_, "-S", "@22:30:45"});
  EXPECT_EQ(copied.exit_status, 0) << copied.err;
  EXPECT_EQ(RunFdr({"check", out_}).exit_status, 0);
  EXPECT_EQ(Recorded("disk"),
            "time,disk[inst0],disk[inst1]\n"
            "2023-11-14T22:30:45.000000000Z,10,20\n"
            "2023-11-14T22:30:50.000000000Z,,30\n");
  EXPECT_EQ(Recorded("load"),
            "time,load\n"
            "2023-11-14T22:30:50.000000000Z,6\n"
            "2023-11-14T22:31:00.000000000Z,7\n"
            "2023-11-14T22:31:10.000000000Z,8\n")
      << "such values do not hold";
}

TEST_F(HeldStartTest, NothingHoldsAcrossAGap) {
  EXPECT_EQ(Copy({in_, "-S", "@22:30:45"}).exit_status, 0);
  EXPECT_EQ(Recorded("cpus").find("2023"), std::string::npos);
}

TEST_F(HeldStartTest, ChosenMetricsHoldToo) {
  EXPECT_EQ(Copy({in_, "-S", "@22:30:55", "--only", "disk"}).exit_status, 0);
  EXPECT_EQ(Recorded("disk"),
            "time,disk[inst1]\n"
            "2023-11-14T22:30:55.000000000Z,30\n")
      << "the other has gone";
}

TEST_F(HeldStartTest, EachOfSeveralArchivesHasValuesThatHold) {
  const std::string other = directory_ / "other";
  WriteToy(other, R"(
time      1001  1041  1071
memory       5     .     .   discrete u32
free         1     2     3   instant u32
)");
  EXPECT_EQ(Copy({in_, other, "-S", "@22:30:45"}).exit_status, 0);
  EXPECT_EQ(RunFdr({"check", out_}).exit_status, 0);
  EXPECT_EQ(Recorded("memory"), "time,memory\n2023-11-14T22:30:45.000000000Z,5\n");
  EXPECT_EQ(Recorded("disk"),
            "time,disk[inst0],disk[inst1]\n"
            "2023-11-14T22:30:45.000000000Z,10,20\n"
            "2023-11-14T22:30:50.000000000Z,,30\n");
}

TEST_F(HeldStartTest, AMarkBehindTheStartStays) {
  EXPECT_EQ(Copy({in_, "-S", "@22:30:22"}).exit_status, 0);
  EXPECT_EQ(Recorded("cpus"), "time,cpus\n2023-11-14T22:30:22.000000000Z,4\n");
  EXPECT_NE(RunFdr({"dump", out_}).out.find("<mark>"), std::string::npos)
      << "so the value does not hold behind it";
}

TEST_F(HeldStartTest, AnArchiveWithoutARecordInTheWindowHoldsNothing) {
  const std::string seldom = directory_ / "seldom";
  WriteToy(seldom, R"(
time      1000  1070
memory       5     6   discrete u32
)");
  EXPECT_EQ(Copy({in_, seldom, "-S", "@22:30:45", "-T", "@22:31:00"}).exit_status, 0);
  EXPECT_EQ(RunFdr({"check", out_}).exit_status, 0);
  EXPECT_EQ(RunFdr({"replay", out_, "memory", "--raw"}).exit_status, 1) << "it is left out";
}

TEST_F(HeldStartTest, AWindowWithoutARecordMakesNoArchive) {
  EXPECT_EQ(Copy({in_, "-S", "@22:30:51", "-T", "@22:30:52"}).exit_status, 1);
  EXPECT_EQ(RunFdr({"info", out_}).exit_status, 1);
}

TEST_F(HeldStartTest, AStartIsRequired) {
  const ChildOutcome outcome = Copy({in_});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_EQ(outcome.err, "fdr: copy: --hold needs the start of a window: -S, -A, -O or --around\n");
}

}  // namespace
}  // namespace fdr::test

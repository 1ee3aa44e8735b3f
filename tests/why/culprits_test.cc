// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/culprits.h"

#include <gtest/gtest.h>

namespace fdr::why {
namespace {

Timestamp Moment(double seconds) { return PlusSeconds({1000, 0}, seconds); }

class CulpritsTest : public testing::Test {
 protected:
  // Ten seconds, and ten more on each side.
  const UsageWindow window_{Moment(10), Moment(20), Moment(0), Moment(30), 0};

  static ProcessUsage Process(InstanceId pid, const std::string& program, Used used, double in,
                              double out) {
    ProcessUsage process{.pid = pid, .parent = 1, .program = program, .user = "mail"};
    process.in[used] = in;
    process.out[used] = out;
    process.last_seen = Moment(30);
    return process;
  }

  std::string Named(const std::vector<ProcessUsage>& processes, Use use, double total = 0) {
    Finding finding;
    finding.use = use;
    finding.growth = growth_;
    if (total > 0) finding.total = BytesPerSecond(total);
    NameCulprits(processes, totals_, window_, finding);
    std::string text;
    user_ = finding.culprits.empty() ? "" : finding.culprits[0].user;
    unit_ = finding.culprits.empty() ? "" : finding.culprits[0].unit;
    for (const Culprit& culprit : finding.culprits) {
      text += (text.empty() ? "" : ", ") + culprit.program + " x" +
              std::to_string(culprit.pids.size()) + ' ' +
              std::to_string(std::lround(culprit.amount.value * 100));
      if (culprit.share) text += '/' + std::to_string(std::lround(*culprit.share * 100));
      if (!culprit.started.empty()) text += " started " + culprit.started;
      if (culprit.through_children) text += " children";
      if (culprit.is_niced) text += " niced";
    }
    return text;
  }

  UsageTotals totals_;
  double growth_ = 0;
  std::string user_, unit_;  // of the first culprit
};

TEST_F(CulpritsTest, TheLargestGrowthComesFirst) {
  EXPECT_EQ(
      Named({Process(10, "compiler", kOwnTime, 12, 24), Process(11, "solver", kOwnTime, 8, 0)},
            Use::kCpu),
      "solver x1 80");
}

TEST_F(CulpritsTest, ManyProcessesAreOneCulprit) {
  std::vector<ProcessUsage> processes = {Process(9, "single", kOwnTime, 1, 0)};
  for (InstanceId pid = 10; pid < 40; ++pid)
    processes.push_back(Process(pid, "small", kOwnTime, 0.1, 0));
  EXPECT_EQ(Named(processes, Use::kCpu), "small x20 30, single x1 10");
}

TEST_F(CulpritsTest, LittleGrowthIsNoCulprit) {
  EXPECT_EQ(Named({Process(10, "clock", kOwnTime, 0.1, 0)}, Use::kCpu), "");
}

TEST_F(CulpritsTest, TheParentOfShortProcessesIsNamed) {
  EXPECT_EQ(Named({Process(10, "bash", kChildrenTime, 5, 0)}, Use::kCpu), "bash x1 50 children");
  EXPECT_EQ(Named({Process(10, "bash", kChildrenTime, 5, 0), Process(11, "cc", kOwnTime, 9, 0)},
                  Use::kForks),
            "bash x1 50/100 children");
}

// Half of the time of those that came and went is not most of it.
TEST_F(CulpritsTest, SeveralParentsShareAForkStorm) {
  EXPECT_EQ(
      Named({Process(10, "bash", kChildrenTime, 5, 0), Process(11, "make", kChildrenTime, 5, 0)},
            Use::kForks),
      "bash x1 50/50 children, make x1 50/50 children");
}

TEST_F(CulpritsTest, CountedExitsNameAForkStorm) {
  totals_.are_known[kTotalExits] = true;
  totals_.programs["a-long-program-"].in[kTotalExits] = 900;
  totals_.programs["cron"].in[kTotalExits] = 100;
  totals_.users["news"].in[kTotalExits] = 950;
  totals_.users["root"].in[kTotalExits] = 60;
  const ProcessUsage bash = Process(10, "bash", kOwnTime, 5, 0);
  EXPECT_EQ(Named({bash}, Use::kForks), "a-long-program- x0 9000/90");
  EXPECT_EQ(user_, "news");
  EXPECT_EQ(Named({bash, Process(11, "a-long-program-name", kOwnTime, 1, 0)}, Use::kForks),
            "a-long-program- x1 9000/90");
  EXPECT_EQ(user_, "mail");
  totals_.users["root"].in[kTotalExits] = 960;
  EXPECT_EQ(Named({bash}, Use::kForks), "a-long-program- x0 9000/90");
  EXPECT_EQ(user_, "");
}

TEST_F(CulpritsTest, TheStarterOfCountedProcessesIsNamedInTheirPlace) {
  totals_.are_known[kTotalExits] = true;
  totals_.programs["true"].in[kTotalExits] = 900;
  totals_.programs["true"].in[kTotalTime] = 4.8;
  totals_.users["news"].in[kTotalExits] = 950;
  const ProcessUsage bash = Process(10, "bash", kChildrenTime, 5, 0);
  EXPECT_EQ(Named({bash}, Use::kForks), "bash x1 9000/100 started true");
  EXPECT_EQ(user_, "mail");
  // A parent of other processes is not meant, whatever these took.
  EXPECT_EQ(Named({bash, Process(11, "make", kChildrenTime, 20, 0)}, Use::kForks),
            "bash x1 9000/100 started true");
  EXPECT_EQ(Named({Process(11, "make", kChildrenTime, 20, 0)}, Use::kForks), "true x0 9000/100");
  // Its own processes; then as much as before; then one of two parents; then too little to know.
  EXPECT_EQ(Named({Process(10, "true", kChildrenTime, 5, 0)}, Use::kForks), "true x1 9000/100");
  EXPECT_EQ(Named({Process(10, "bash", kChildrenTime, 5, 10)}, Use::kForks), "true x0 9000/100");
  EXPECT_EQ(Named({bash, Process(11, "make", kChildrenTime, 2, 0),
                   Process(12, "cron", kChildrenTime, 4, 0)},
                  Use::kForks),
            "true x0 9000/100");
  totals_.programs["true"].in[kTotalTime] = 0.4;
  EXPECT_EQ(Named({Process(10, "bash", kChildrenTime, 0.4, 0)}, Use::kForks), "true x0 9000/100");
}

TEST_F(CulpritsTest, CountedTimeNamesShortUsersOfTheProcessors) {
  totals_.are_known[kTotalTime] = true;
  totals_.programs["cc1"].in[kTotalTime] = 15;
  totals_.programs["solver"].in[kTotalTime] = 4;
  totals_.users["news"].in[kTotalTime] = 15;
  EXPECT_EQ(
      Named({Process(10, "make", kChildrenTime, 9, 0), Process(11, "solver", kOwnTime, 3.9, 0)},
            Use::kCpu),
      "cc1 x0 150 children, solver x1 40");
  EXPECT_EQ(user_, "news");
}

TEST_F(CulpritsTest, TheOnlyUnitThatGrewAsMuchIsNamed) {
  totals_.are_known[kTotalTime] = true;
  totals_.programs["bash"].in[kTotalTime] = 10;
  totals_.units["cron.service"].in[kTotalTime] = 9;
  totals_.units["web.service"] = {.in = {7}, .out = {}};
  totals_.units["busy.service"] = {.in = {40}, .out = {80}};  // as before
  Named({}, Use::kCpu);
  EXPECT_EQ(unit_, "cron.service");
  Named({Process(10, "bash", kMemoryTime, 1e10, 0)}, Use::kMemory);
  EXPECT_EQ(unit_, "");
  totals_.units["web.service"].in[kTotalTime] = 9;
  Named({}, Use::kCpu);
  EXPECT_EQ(unit_, "");
}

TEST_F(CulpritsTest, AUnitThatGrewMoreIsNotNamed) {
  totals_.are_known[kTotalTime] = true;
  totals_.programs["bash"].in[kTotalTime] = 10;
  for (const auto& [grown, named] : {std::pair(11.9, "web.service"), std::pair(12.1, "")}) {
    totals_.units["web.service"].in[kTotalTime] = grown;
    Named({}, Use::kCpu);
    EXPECT_EQ(unit_, named) << grown;
  }
}

TEST_F(CulpritsTest, OtherUnitsMayHideTheRightOne) {
  totals_.are_known[kTotalTime] = true;
  totals_.programs["bash"].in[kTotalTime] = 10;
  totals_.units["cron.service"].in[kTotalTime] = 10;
  totals_.units["(other)"].in[kTotalTime] = 7;
  Named({}, Use::kCpu);
  EXPECT_EQ(unit_, "cron.service");
  totals_.units["(other)"].in[kTotalTime] = 9;
  Named({}, Use::kCpu);
  EXPECT_EQ(unit_, "");
  totals_.units.erase("cron.service");
  Named({}, Use::kCpu);
  EXPECT_EQ(unit_, "");
}

TEST_F(CulpritsTest, UnitsOfDisksAndForkStormsAreThoseOfBytesAndExits) {
  totals_.are_known[kTotalExits] = true;
  totals_.programs["expr"].in[kTotalExits] = 900;
  totals_.units["cron.service"].in[kTotalExits] = 900;
  totals_.units["dd.service"].in[kTotalDisk] = 1e9;
  totals_.units["/"].in[kTotalTime] = 20;
  Named({}, Use::kForks);
  EXPECT_EQ(unit_, "cron.service");
  Named({Process(10, "dd", kDiskBytes, 1e9, 0)}, Use::kDisk);
  EXPECT_EQ(unit_, "dd.service");
  totals_.are_known[kTotalTime] = true;
  Named({Process(11, "init", kOwnTime, 20, 0)}, Use::kCpu);  // in no unit
  EXPECT_EQ(unit_, "");
}

TEST_F(CulpritsTest, APartThatExplainsLittleIsNoCulprit) {
  growth_ = 10;
  EXPECT_EQ(Named({Process(10, "clock", kOwnTime, 9, 0)}, Use::kCpu), "");
  growth_ = 8;
  EXPECT_EQ(Named({Process(10, "clock", kOwnTime, 9, 0)}, Use::kCpu), "clock x1 90");
}

TEST_F(CulpritsTest, MemoryNeverGrowsByLessThanItsMean) {
  ProcessUsage cache = Process(10, "cache", kMemoryTime, 5e9, 2e9);
  cache.largest_memory = 6e8;
  cache.memory_before = 7e8;
  EXPECT_EQ(Named({cache}, Use::kMemory), "cache x1 40000000000");
}

TEST_F(CulpritsTest, ThreadsOfTheKernelWriteForOthers) {
  ProcessUsage worker = Process(20, "kworker", kDiskBytes, 9e9, 0);
  worker.parent = 2;
  EXPECT_EQ(Named({worker, Process(10, "cp", kDiskBytes, 5e9, 0)}, Use::kDisk, 1e9),
            "cp x1 50000000000/50");
}

TEST_F(CulpritsTest, LowPriorityIsNamed) {
  ProcessUsage nightly = Process(10, "nightly", kOwnTime, 10, 0);
  nightly.is_niced = true;
  EXPECT_EQ(Named({nightly}, Use::kCpu), "nightly x1 100 niced");
}

TEST_F(CulpritsTest, AKilledProcessIsNotSeenAgain) {
  ProcessUsage killed = Process(10, "eater", kMemoryTime, 1, 0);
  ProcessUsage alive = Process(11, "cache", kMemoryTime, 1, 0);
  killed.largest_memory = 3e8;
  alive.largest_memory = 9e9;
  killed.last_seen = Moment(19);
  EXPECT_EQ(Named({killed, alive}, Use::kKilled), "eater x1 30000000000");
}

TEST_F(CulpritsTest, WithoutTimeAroundNothingIsUsual) {
  Finding finding;
  finding.use = Use::kCpu;
  const UsageWindow all{Moment(0), Moment(10), Moment(0), Moment(10), 0};
  NameCulprits(std::vector{Process(10, "solver", kOwnTime, 5, 1)}, {}, all, finding);
  ASSERT_EQ(finding.culprits.size(), 1U);
  EXPECT_DOUBLE_EQ(finding.culprits[0].amount.value, 0.5);
}

TEST_F(CulpritsTest, NobodyIsAskedForAClock) {
  EXPECT_EQ(Named({Process(10, "solver", kOwnTime, 9, 0)}, Use::kNone), "");
}

}  // namespace
}  // namespace fdr::why

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Each rule, on courses that are made up: a minute of seconds, with an incident from 20 to 40.

#include "fdr/replay/why/rule.h"

#include <gtest/gtest.h>

namespace fdr::why {
namespace {

constexpr std::size_t kCells = 60;
constexpr CellRange kIncident{20, 40};

Line Usual(double usual, double then) {
  Line line(kCells, static_cast<float>(usual));
  for (std::size_t i = kIncident.first; i < kIncident.end; ++i) line[i] = static_cast<float>(then);
  return line;
}

class RulesTest : public testing::Test {
 protected:
  RulesTest() {
    facts_.grid = {{1000, 0}, 1, kCells};
    Set("hinv.ncpu", 4, 4);
    Set("kernel.all.cpu.user", 0.2, 0.2);
    Set("kernel.all.cpu.nice", 0, 0);
    Set("kernel.all.cpu.sys", 0.1, 0.1);
    Set("kernel.all.cpu.steal", 0, 0);
    Set("kernel.all.cpu.idle", 3.7, 3.7);
    Set("kernel.all.pressure.cpu.some.total", 0.01, 0.01);
    Set("kernel.all.sysfork", 5, 5);
    Set("mem.physmem", 8e9, 8e9);
    Set("mem.util.available", 6e9, 6e9);
    Set("mem.vmstat.oom_kill", 0, 0);
    Set("kernel.all.pressure.memory.some.total", 0, 0);
    Set("kernel.all.pressure.io.some.total", 0.01, 0.01);
    Set("proc.runq.blocked", 0, 0);
    Set("disk.dev.read_bytes", 1e5, 1e5, "sda");
    Set("disk.dev.write_bytes", 1e5, 1e5, "sda");
    Set("disk.dev.avactive", 0.02, 0.02, "sda");
    Set("network.interface.in.bytes", 1e4, 1e4, "eth0");
    Set("network.interface.out.bytes", 1e4, 1e4, "eth0");
    Set("network.interface.in.packets", 50, 50, "eth0");
    Set("network.interface.in.drops", 0, 0, "eth0");
    Set("network.tcp.retranssegs", 0, 0);
    Set("network.tcp.outsegs", 100, 100);
    Set("filesys.used", 5e9, 5e9, "/dev/sda1");
    Set("filesys.avail", 5e9, 5e9, "/dev/sda1");
  }

  void Set(const std::string& metric, double usual, double then, const std::string& instance = "") {
    facts_.lines[metric] = {{instance, Usual(usual, then)}};
  }

  std::vector<Finding> Look() {
    std::vector<Finding> found;
    const MachineCourse course(facts_);
    for (const Rule& rule : Rules()) rule.look(course, found);
    return found;
  }

  // The only finding, which is about the time of the incident.
  Finding Only() {
    const std::vector<Finding> found = Look();
    EXPECT_EQ(found.size(), 1U);
    if (found.empty()) return {};
    EXPECT_EQ(found[0].cells.first, kIncident.first);
    EXPECT_EQ(found[0].cells.end, kIncident.end);
    EXPECT_GT(found[0].score, 1);
    for (const Evidence& evidence : found[0].evidence) EXPECT_TRUE(IsRead(evidence.metric));
    return found[0];
  }

  // A command shows the metric: it has to be one of the archive.
  bool IsRead(const std::string& metric) const {
    const std::size_t open = metric.find('[');
    if (metric.starts_with("proc.psinfo.")) return true;
    const auto lines = facts_.lines.find(metric.substr(0, open));
    if (lines == facts_.lines.end()) return false;
    return open == metric.npos || metric.substr(open) == '[' + lines->second.front().name + ']';
  }

  CourseFacts facts_;
};

TEST_F(RulesTest, ACalmMachineHasNoFindings) { EXPECT_TRUE(Look().empty()); }

TEST_F(RulesTest, AnEmptyArchiveHasNoFindings) {
  facts_ = {};
  EXPECT_TRUE(Look().empty());
}

TEST_F(RulesTest, FullProcessors) {
  Set("kernel.all.cpu.user", 0.2, 3.8);
  Set("kernel.all.cpu.idle", 3.7, 0.1);
  const Finding finding = Only();
  EXPECT_EQ(finding.cause, Cause::kCpu);
  EXPECT_EQ(finding.use, Use::kCpu);
  EXPECT_FALSE(finding.niced);
  EXPECT_NEAR(finding.evidence[0].value.value, 0.975, 1e-3);
  EXPECT_NEAR(finding.evidence[0].usual->value, 0.075, 1e-3);
}

TEST_F(RulesTest, FullProcessorsAreNoNewsWhereTheyAlwaysAre) {
  Set("kernel.all.cpu.user", 3.8, 3.8);
  Set("kernel.all.cpu.idle", 0.1, 0.1);
  EXPECT_TRUE(Look().empty());
}

TEST_F(RulesTest, MoreProcessesWantFullProcessors) {
  Set("kernel.all.cpu.user", 3.8, 3.8);
  Set("kernel.all.cpu.idle", 0.1, 0.1);
  Set("kernel.all.pressure.cpu.some.total", 0.2, 0.95);
  EXPECT_EQ(Only().evidence[0].metric, "kernel.all.pressure.cpu.some.total");
}

TEST_F(RulesTest, OneProcessorOfFour) {
  Set("kernel.all.cpu.user", 0.2, 1.3);
  Set("kernel.all.cpu.idle", 3.7, 2.6);
  EXPECT_EQ(Only().cause, Cause::kCpu);
}

TEST_F(RulesTest, WorkAtLowPriority) {
  Set("kernel.all.cpu.nice", 0, 3.6);
  Set("kernel.all.cpu.idle", 3.7, 0.1);
  EXPECT_TRUE(Only().niced);
}

TEST_F(RulesTest, TheHypervisorTookThem) {
  Set("kernel.all.cpu.steal", 0, 3.6);
  Set("kernel.all.cpu.idle", 3.7, 0.1);
  const Finding finding = Only();
  EXPECT_EQ(finding.use, Use::kNone);
  EXPECT_EQ(finding.evidence[0].metric, "kernel.all.cpu.steal");
}

TEST_F(RulesTest, ALimitHoldsProcessesBack) {
  Set("kernel.all.pressure.cpu.some.total", 0.01, 0.9);
  const Finding finding = Only();
  EXPECT_EQ(finding.cause, Cause::kCpu);
  EXPECT_EQ(finding.use, Use::kHeldBack);
}

TEST_F(RulesTest, AForkStorm) {
  Set("kernel.all.sysfork", 5, 700);
  EXPECT_EQ(Only().cause, Cause::kForkStorm);
}

TEST_F(RulesTest, MemoryIsTaken) {
  Set("mem.util.available", 6e9, 4e9);
  const Finding finding = Only();
  EXPECT_EQ(finding.cause, Cause::kMemory);
  EXPECT_NEAR(finding.total->value, 2e9, 1e6);
}

TEST_F(RulesTest, AProcessIsKilledForWantOfMemory) {
  facts_.lines["mem.vmstat.oom_kill"][0].line[39] = 1;
  const std::vector<Finding> found = Look();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].cause, Cause::kMemory);
  EXPECT_EQ(found[0].cells.first, 35U);
  EXPECT_EQ(found[0].cells.end, 41U);
  EXPECT_EQ(found[0].evidence[0].sentence, "the kernel killed {value} process for want of memory");
}

TEST_F(RulesTest, SwapLeadsIfMemoryIsNotShort) {
  Set("swap.pagesin", 0, 5000);
  Set("swap.pagesout", 0, 100);
  Set("mem.util.available", 6e9, 6.2e9);
  const Finding finding = Only();
  EXPECT_EQ(finding.evidence[0].metric, "swap.pagesin");
  EXPECT_EQ(finding.evidence.back().metric, "mem.util.available");
  EXPECT_FALSE(finding.total);
}

// The incident takes most of the recording: less than usual was available, and is said to be.
TEST_F(RulesTest, ShortMemoryIsLessThanUsual) {
  Line available(kCells, 6e9F);
  for (std::size_t i = 0; i < 40; ++i) available[i] = 2e9F;
  facts_.lines["mem.util.available"][0].line = available;
  const std::vector<Finding> found = Look();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_LT(found[0].evidence[0].value.value, found[0].evidence[0].usual->value);
}

TEST_F(RulesTest, ABusyDisk) {
  Set("disk.dev.avactive", 0.02, 0.98, "sda");
  Set("disk.dev.write_bytes", 1e5, 9e8, "sda");
  const Finding finding = Only();
  EXPECT_EQ(finding.cause, Cause::kDisk);
  EXPECT_EQ(finding.where, "sda");
}

TEST_F(RulesTest, MuchIsWrittenThoughTheDiskIsNotBusy) {
  Set("disk.dev.avactive", 0.02, 0.3, "sda");
  Set("disk.dev.write_bytes", 1e5, 9e8, "sda");
  Set("kernel.all.pressure.io.some.total", 0.01, 0.6);
  EXPECT_EQ(Only().cause, Cause::kDisk);
}

TEST_F(RulesTest, MuchIsCarried) {
  Set("network.interface.in.bytes", 1e4, 8e7, "eth0");
  const Finding finding = Only();
  EXPECT_EQ(finding.cause, Cause::kNetwork);
  EXPECT_EQ(finding.where, "eth0");
}

TEST_F(RulesTest, PacketsAreLost) {
  Set("network.interface.in.drops", 0, 300, "eth0");
  EXPECT_EQ(Only().where, "eth0");
}

TEST_F(RulesTest, SegmentsAreSentAgain) {
  Set("network.tcp.retranssegs", 0, 90);
  Set("network.tcp.outsegs", 100, 300);
  EXPECT_EQ(Only().evidence[0].metric, "network.tcp.retranssegs");
}

TEST_F(RulesTest, AFileSystemBecomesFull) {
  Set("filesys.used", 5e9, 9.99e9, "/dev/sda1");
  Set("filesys.avail", 5e9, 0.01e9, "/dev/sda1");
  const std::vector<Finding> found = Look();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].cause, Cause::kFilesystem);
  EXPECT_EQ(found[0].where, "/dev/sda1");
}

TEST_F(RulesTest, AFileSystemThatIsAlwaysFullIsNoNews) {
  Set("filesys.used", 9.99e9, 9.99e9, "/dev/sda1");
  Set("filesys.avail", 0.01e9, 0.01e9, "/dev/sda1");
  EXPECT_TRUE(Look().empty());
}

TEST_F(RulesTest, BlockedProcesses) {
  Set("proc.runq.blocked", 0, 12);
  EXPECT_EQ(Only().cause, Cause::kBlocked);
}

TEST_F(RulesTest, AGapAndAStep) {
  facts_.gaps = {{{1010, 0}, {1020, 0}, false}};
  facts_.sampled = "mem.physmem";
  facts_.steps = {{{1050, 0}, -30}};
  const std::vector<Finding> found = Look();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].cause, Cause::kGap);
  EXPECT_EQ(found[0].evidence[0].metric, "mem.physmem");
  EXPECT_EQ(found[1].cause, Cause::kClock);
  EXPECT_EQ(found[1].evidence[0].sentence, "the clock was set back by {value}");
}

// The machine is always full, and all processes wait all the time.
TEST_F(RulesTest, AProgramTakesItsPartOfFullProcessors) {
  Set("kernel.all.cpu.user", 3.8, 3.8);
  Set("kernel.all.cpu.idle", 0.1, 0.1);
  Set("kernel.all.pressure.cpu.some.total", 1, 1);
  facts_.programs.processors = {{"compiler", "root", true, Usual(3, 1.5), Usual(8, 8)},
                                {"test", "root", false, Usual(0, 0.9), Usual(0, 1)},
                                {"solver", "mail", false, Usual(0, 1.5), Usual(0, 4)}};
  EXPECT_EQ(Only().evidence[1].sentence, "`{program}` took {value} processors");
  EXPECT_EQ(Only().evidence[1].program, "solver");
}

TEST_F(RulesTest, AProgramTakesMemoryThatOthersGive) {
  facts_.programs.memory = {{"cache", "root", false, Usual(3e9, 1e9), {}},
                            {"solver", "mail", false, Usual(1e8, 2e9), {}}};
  EXPECT_EQ(Only().evidence[0].sentence, "`{program}` took {value} of memory");
  EXPECT_EQ(Only().evidence[0].program, "solver");
}

TEST_F(RulesTest, NothingIsKnownOfProgramsInAGap) {
  facts_.programs.memory = {{"cache", "root", false, Usual(2e9, 0), {}}};
  for (std::size_t i = kIncident.first; i < kIncident.end; ++i)
    facts_.lines["mem.util.available"][0].line[i] = kUnknown;
  EXPECT_TRUE(Look().empty());
}

// The incident may be most of a short recording.
TEST_F(RulesTest, ALongIncidentOfAShortRecording) {
  Line idle(kCells, 0.1F), user(kCells, 3.8F);
  for (std::size_t i = 0; i < 22; ++i) {
    idle[i] = 3.7F;
    user[i] = 0.2F;
  }
  facts_.lines["kernel.all.cpu.idle"][0].line = idle;
  facts_.lines["kernel.all.cpu.user"][0].line = user;
  const std::vector<Finding> found = Look();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].cells.first, 22U);
}

}  // namespace
}  // namespace fdr::why

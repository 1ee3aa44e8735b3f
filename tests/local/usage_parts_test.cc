// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts from which the usage of programs is built.

#include <gtest/gtest.h>
#include <linux/acct.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>

#include <cstddef>
#include <cstring>

#include "fdr/replay/sources/local/usage/exit_record.h"
#include "fdr/replay/sources/local/usage/program_name.h"
#include "fdr/replay/sources/local/usage/usage_totals.h"

namespace fdr::local {
namespace {

template <class Struct>
std::string BytesOf(const Struct& part) {
  return {reinterpret_cast<const char*>(&part), sizeof part};
}

std::string Attribute(std::uint16_t type, std::string content) {
  const nlattr head = {static_cast<std::uint16_t>(NLA_HDRLEN + content.size()), type};
  content.resize((content.size() + 3) / 4 * 4);
  return BytesOf(head) + content;
}

// A message as the kernel sends it.
std::string MessageOf(const taskstats& stats, std::size_t size = sizeof(taskstats)) {
  const std::string body =
      BytesOf(genlmsghdr{TASKSTATS_CMD_NEW, 1, 0}) +
      Attribute(TASKSTATS_TYPE_AGGR_PID,
                Attribute(TASKSTATS_TYPE_PID, BytesOf(stats.ac_pid)) +
                    Attribute(TASKSTATS_TYPE_STATS, BytesOf(stats).substr(0, size)));
  const auto length = static_cast<std::uint32_t>(NLMSG_HDRLEN + body.size());
  return BytesOf(nlmsghdr{length, NLMSG_MIN_TYPE + 1, 0, 0, 0}) + body;
}

taskstats Stats() {
  taskstats stats = {};
  std::strcpy(stats.ac_comm, "cat");
  stats.ac_pid = 77;
  stats.ac_tgid = 70;
  stats.ac_ppid = 5;
  stats.ac_uid = 1000;
  stats.ac_flag = AGROUP;
  stats.ac_exe_inode = 1;
  stats.read_bytes = 4096;
  stats.write_bytes = 512;
  stats.cpu_run_virtual_total = 3'000'000;
  return stats;
}

TEST(ExitRecordTest, HasWhatTheKernelSays) {
  std::vector<ExitRecord> records;
  const std::string message = MessageOf(Stats());
  ASSERT_TRUE(ReadExitMessage(AsBytes(message), records));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].program, "cat");
  EXPECT_EQ(records[0].process, 70);
  EXPECT_EQ(records[0].parent, 5);
  EXPECT_EQ(records[0].user, 1000u);
  EXPECT_TRUE(records[0].ends_process);
  EXPECT_FALSE(records[0].is_kernel_thread);
  EXPECT_EQ(records[0].read, 4096u);
  EXPECT_EQ(records[0].written, 512u);
  EXPECT_EQ(records[0].cpu, 3'000'000u);
}

// The kernel's own number is that of the last tick, or of the last time that it waited.
TEST(ExitRecordTest, TheTimeSinceTheLastTickIsAdded) {
  taskstats stats = Stats();
  stats.ac_etime = 5'500;  // microseconds
  stats.cpu_delay_total = 500'000;
  std::vector<ExitRecord> records;
  ASSERT_TRUE(ReadExitMessage(AsBytes(MessageOf(stats)), records));
  EXPECT_EQ(records[0].cpu, 5'000'000u);
  stats.ac_etime = 1'000'000;  // it slept
  stats.nvcsw = 1;
  ASSERT_TRUE(ReadExitMessage(AsBytes(MessageOf(stats)), records));
  EXPECT_EQ(records[1].cpu, 4'000'000u);
}

TEST(ExitRecordTest, AnotherSizeIsThatOfAnotherKernel) {
  std::vector<ExitRecord> records;
  const std::string newer = MessageOf(Stats(), offsetof(taskstats, wpcopy_count));
  EXPECT_TRUE(ReadExitMessage(AsBytes(newer), records));
  EXPECT_EQ(records.size(), 1u);
  const std::string older = MessageOf(Stats(), offsetof(taskstats, ac_tgid));
  EXPECT_FALSE(ReadExitMessage(AsBytes(older), records));
  EXPECT_EQ(records.size(), 1u);
}

TEST(ExitRecordTest, AMessageThatIsCutIsRefused) {
  const std::string message = MessageOf(Stats());
  for (std::size_t size = 1; size < message.size(); ++size) {
    // Exactly as large as what may be read.
    const std::vector<std::byte> cut(AsBytes(message).begin(),
                                     AsBytes(message).begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<ExitRecord> records;
    EXPECT_FALSE(ReadExitMessage(cut, records)) << size;
    EXPECT_TRUE(records.empty());
  }
}

TEST(ExitRecordTest, WrongLengthsInsideAreRefused) {
  const std::string message = MessageOf(Stats());
  for (const std::size_t at : {std::size_t{0}, std::size_t{20}, std::size_t{24}, std::size_t{32}})
    for (const char value : {'\0', '\3', '\xff'}) {
      std::string wrong = message;
      wrong[at] = wrong[at + 1] = value;
      const std::vector<std::byte> bytes(AsBytes(wrong).begin(), AsBytes(wrong).end());
      std::vector<ExitRecord> records;
      EXPECT_FALSE(ReadExitMessage(bytes, records)) << at;
    }
}

TEST(ProgramNameTest, IsOneWordOfPrintableBytes) {
  EXPECT_EQ(ProgramName("cat", false), "cat");
  EXPECT_EQ(ProgramName("Web Content\n\x7f", false), "Web_Content__");
  EXPECT_EQ(ProgramName("", false), "_");
  EXPECT_EQ(ProgramName("a/b:c", false), "a/b:c");
}

TEST(ProgramNameTest, ThreadsOfTheKernelCountByTheirKind) {
  EXPECT_EQ(ProgramName("kworker/0:1-events", true), "kworker");
  EXPECT_EQ(ProgramName("kthreadd", true), "kthreadd");
}

constexpr std::uint64_t kEnough = 5'000'000;

TEST(UsageTotalsTest, ANameBeginsAtZeroAndTheSumIsTheWhole) {
  UsageTotals totals(5);
  totals.Add("cat", {.cpu = 3 * kEnough});
  totals.Settle();
  ASSERT_EQ(totals.totals().size(), 2u);
  EXPECT_EQ(totals.totals()[0].usage.cpu, 3 * kEnough);
  EXPECT_EQ(totals.totals()[1].name, "cat");
  EXPECT_EQ(totals.totals()[1].usage.cpu, 0u);
  totals.Add("cat", {.cpu = 4});
  EXPECT_EQ(totals.totals()[1].usage.cpu, 4u);
}

TEST(UsageTotalsTest, WhatIdlesHasNoName) {
  UsageTotals totals(5);
  totals.Add("cat", {.cpu = kEnough - 1, .exits = 1});
  totals.Settle();
  EXPECT_EQ(totals.totals().size(), 1u);
  EXPECT_EQ(totals.totals()[0].usage.exits, 1u);
  totals.Add("cat", {.cpu = 1});  // in the end, it has used enough
  totals.Settle();
  EXPECT_EQ(totals.totals().size(), 2u);
}

TEST(UsageTotalsTest, WhereThereIsNoRoomItIsTogether) {
  UsageTotals totals(2);
  for (const char* name : {"a", "b", "c", "(other)"}) totals.Add(name, {.cpu = kEnough});
  totals.Settle();
  totals.Add("c", {.cpu = kEnough});
  totals.Settle();
  ASSERT_EQ(totals.totals().size(), 3u);
  EXPECT_EQ(totals.totals()[0].usage.cpu, 5 * kEnough);
}

}  // namespace
}  // namespace fdr::local

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts from which the usage of programs is built.

#include <gtest/gtest.h>
#include <linux/acct.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/taskstats.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>

#include "fdr/replay/sources/local/usage/exit_listener.h"
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

constexpr ExitKind kKind{NLMSG_MIN_TYPE + 1, 4'000'000};

// A message as the kernel sends it.
std::string MessageOf(const taskstats& stats, std::size_t size = sizeof(taskstats)) {
  const std::string body =
      BytesOf(genlmsghdr{TASKSTATS_CMD_NEW, 1, 0}) +
      Attribute(TASKSTATS_TYPE_AGGR_PID,
                Attribute(TASKSTATS_TYPE_PID, BytesOf(stats.ac_pid)) +
                    Attribute(TASKSTATS_TYPE_STATS, BytesOf(stats).substr(0, size)));
  const auto length = static_cast<std::uint32_t>(NLMSG_HDRLEN + body.size());
  return BytesOf(nlmsghdr{length, kKind.family, 0, 0, 0}) + body;
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
  ASSERT_TRUE(ReadExitMessage(AsBytes(message), kKind, records));
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
  ASSERT_TRUE(ReadExitMessage(AsBytes(MessageOf(stats)), kKind, records));
  EXPECT_EQ(records[0].cpu, 5'000'000u);
  stats.ac_etime = 1'000'000;  // it slept
  stats.nvcsw = 1;
  ASSERT_TRUE(ReadExitMessage(AsBytes(MessageOf(stats)), kKind, records));
  EXPECT_EQ(records[1].cpu, 4'000'000u);
}

TEST(ExitRecordTest, ATickIsAsLongAsThatOfTheKernel) {
  taskstats stats = Stats();
  stats.ac_etime = 20'000;
  std::vector<ExitRecord> records;
  const std::string message = MessageOf(stats);
  ASSERT_TRUE(ReadExitMessage(AsBytes(message), {kKind.family, 10'000'000}, records));
  ASSERT_TRUE(ReadExitMessage(AsBytes(message), {kKind.family, 1'000'000}, records));
  EXPECT_EQ(records[0].cpu, 13'000'000u);
  EXPECT_EQ(records[1].cpu, 4'000'000u);
}

TEST(ExitRecordTest, MessagesOfAnotherFamilyAreNoRecords) {
  std::vector<ExitRecord> records;
  EXPECT_TRUE(ReadExitMessage(AsBytes(MessageOf(Stats())), {NLMSG_MIN_TYPE + 2, 1}, records));
  EXPECT_TRUE(records.empty());
}

TEST(ExitRecordTest, WhereThePartsOfAMessageAreDamagedNoneCounts) {
  std::vector<ExitRecord> records(1);
  const std::string message = MessageOf(Stats());
  EXPECT_FALSE(ReadExitMessage(AsBytes(message + message.substr(0, 100)), kKind, records));
  EXPECT_EQ(records.size(), 1u);
}

TEST(ExitListenerTest, SleepsForLongerWhereNothingEnds) {
  using std::chrono::milliseconds;
  EXPECT_EQ(NextPause(milliseconds(250), false), milliseconds(500));
  EXPECT_EQ(NextPause(milliseconds(2000), false), milliseconds(2000));
  EXPECT_EQ(NextPause(milliseconds(2000), true), milliseconds(250));
}

// Others may write to the socket, if they are root.
TEST(ExitListenerTest, BelievesOnlyTheKernel) {
  if (geteuid() != 0) return;
  const auto listener = ExitListener::Open("0");
  ASSERT_TRUE(listener) << listener.error().Message();
  const UniqueFd other(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC));
  // The first socket of a program has the number of the process.
  sockaddr_nl target = {.nl_family = AF_NETLINK, .nl_pid = static_cast<std::uint32_t>(getpid())};
  taskstats stats = Stats();
  stats.ac_uid = 4'000'000'000;
  for (std::uint16_t family = NLMSG_MIN_TYPE; family < 100; ++family) {
    std::string message = MessageOf(stats);
    std::memcpy(message.data() + offsetof(nlmsghdr, nlmsg_type), &family, sizeof family);
    ASSERT_GT(sendto(other.get(), message.data(), message.size(), 0,
                     reinterpret_cast<const sockaddr*>(&target), sizeof target),
              0)
        << std::strerror(errno);
  }
  for (const ExitRecord& record : (*listener)->Take()) EXPECT_NE(record.user, stats.ac_uid);
}

TEST(ExitRecordTest, AnotherSizeIsThatOfAnotherKernel) {
  std::vector<ExitRecord> records;
  const std::string newer = MessageOf(Stats(), offsetof(taskstats, wpcopy_count));
  EXPECT_TRUE(ReadExitMessage(AsBytes(newer), kKind, records));
  EXPECT_EQ(records.size(), 1u);
  const std::string older = MessageOf(Stats(), offsetof(taskstats, ac_tgid));
  EXPECT_FALSE(ReadExitMessage(AsBytes(older), kKind, records));
  EXPECT_EQ(records.size(), 1u);
}

TEST(ExitRecordTest, AMessageThatIsCutIsRefused) {
  const std::string message = MessageOf(Stats());
  for (std::size_t size = 1; size < message.size(); ++size) {
    // Exactly as large as what may be read.
    const std::vector<std::byte> cut(AsBytes(message).begin(),
                                     AsBytes(message).begin() + static_cast<std::ptrdiff_t>(size));
    std::vector<ExitRecord> records;
    EXPECT_FALSE(ReadExitMessage(cut, kKind, records)) << size;
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
      EXPECT_FALSE(ReadExitMessage(bytes, kKind, records)) << at;
    }
}

TEST(ProgramNameTest, IsOneWordOfPrintableBytes) {
  EXPECT_EQ(ProgramName("cat", false), "cat");
  EXPECT_EQ(ProgramName("Web Content\n\x7f", false), "Web_Content__");
  EXPECT_EQ(ProgramName("", false), "_");
  EXPECT_EQ(ProgramName("a/b:c", false), "a/b:c");
}

TEST(ProgramNameTest, IsNotThatOfTheRest) {
  EXPECT_EQ(ProgramName("(other)", false), "_other)");
  EXPECT_EQ(UserNames().Name(1, "(other)"), "_other)");
}

TEST(UserNamesTest, AreOneWordAndNoTwoAreTheSame) {
  UserNames names;
  EXPECT_EQ(names.Find(1), "");
  EXPECT_EQ(names.Name(1, "DOMAIN\\jo doe"), "DOMAIN\\jo_doe");
  EXPECT_EQ(names.Name(2, "DOMAIN\\jo_doe"), "DOMAIN\\jo_doe_2");
  EXPECT_EQ(names.Name(3, "DOMAIN\\jo\tdoe"), "DOMAIN\\jo_doe_3");
  EXPECT_EQ(names.Name(4, ""), "_");
  EXPECT_EQ(names.Name(1, "renamed"), "DOMAIN\\jo_doe");
  EXPECT_EQ(names.Find(2), "DOMAIN\\jo_doe_2");
}

TEST(ProgramNameTest, ThreadsOfTheKernelCountByTheirKind) {
  EXPECT_EQ(ProgramName("kworker/0:1-events", true), "kworker");
  EXPECT_EQ(ProgramName("kthreadd", true), "kthreadd");
}

constexpr std::uint64_t kEnough = 5'000'000;

class UsageTotalsTest : public testing::Test {
 protected:
  using Shown = std::map<std::string, std::uint64_t>;

  static Shown Cpu(const UsageTotals& totals) {
    Shown shown;
    totals.ForEach([&](std::string_view name, const Usage& usage) {
      EXPECT_TRUE(shown.emplace(name, usage.cpu).second) << name;
    });
    return shown;
  }
};

TEST_F(UsageTotalsTest, ANameBeginsAtZeroAndTheSumIsTheWhole) {
  UsageTotals totals(5);
  totals.Add("cat", {.cpu = 3 * kEnough});
  totals.Settle();
  EXPECT_EQ(Cpu(totals), (Shown{{"(other)", 3 * kEnough}, {"cat", 0}}));
  totals.Add("cat", {.cpu = 4});
  EXPECT_EQ(Cpu(totals).at("cat"), 4u);
}

TEST_F(UsageTotalsTest, WhatIdlesHasNoName) {
  UsageTotals totals(5);
  totals.Add("cat", {.cpu = kEnough - 1, .exits = 1});
  totals.Settle();
  EXPECT_EQ(Cpu(totals), (Shown{{"(other)", kEnough - 1}}));
  totals.Add("cat", {.cpu = 1});  // in the end, it has used enough
  totals.Settle();
  EXPECT_EQ(Cpu(totals), (Shown{{"(other)", kEnough}, {"cat", 0}}));
}

TEST_F(UsageTotalsTest, WhereThereIsNoRoomItIsTogether) {
  UsageTotals totals(2);
  for (const char* name : {"a", "b", "c", "(other)"}) totals.Add(name, {.cpu = kEnough});
  totals.Settle();
  EXPECT_EQ(Cpu(totals).size(), 3u);
  EXPECT_EQ(Cpu(totals).at("(other)"), 4 * kEnough);
}

TEST_F(UsageTotalsTest, TheLargestGetTheLastPlaces) {
  UsageTotals totals(2);
  std::uint64_t use = kEnough;
  for (const char* name : {"a", "b", "c", "d"}) totals.Add(name, {.cpu = use++});
  totals.Settle();
  EXPECT_EQ(Cpu(totals), (Shown{{"(other)", 4 * kEnough + 6}, {"c", 0}, {"d", 0}}));
}

TEST_F(UsageTotalsTest, MuchLaterUseTakesThePlaceOfLittle) {
  UsageTotals totals(2);
  for (const char* name : {"a", "b"}) totals.Add(name, {.cpu = 2 * kEnough});
  totals.Settle();
  totals.Add("b", {.cpu = 7});
  totals.Add("a", {.cpu = 5});
  totals.Add("hog", {.cpu = 100 * kEnough});
  totals.Settle();
  // The one that leaves is there for the last time.
  const std::uint64_t rest = 104 * kEnough;
  EXPECT_EQ(Cpu(totals), (Shown{{"(other)", rest}, {"a", 5}, {"b", 7}, {"hog", 0}}));
  totals.Add("a", {.cpu = 1});
  totals.Add("hog", {.cpu = 3});
  totals.Settle();
  EXPECT_EQ(Cpu(totals), (Shown{{"(other)", rest + 1}, {"b", 7}, {"hog", 3}}));
}

TEST_F(UsageTotalsTest, ANameThatComesBackGoesOnWithItsCounter) {
  UsageTotals totals(1);
  totals.Add("a", {.cpu = kEnough});
  totals.Settle();
  totals.Add("a", {.cpu = 5});
  totals.Add("b", {.cpu = 100 * kEnough});
  totals.Settle();
  totals.Add("a", {.cpu = 1000 * kEnough});
  totals.Settle();
  EXPECT_EQ(Cpu(totals).at("a"), 5u);
  EXPECT_EQ(Cpu(totals).at("b"), 0u);
}

TEST_F(UsageTotalsTest, PlacesChangeHandsOnlyNowAndThen) {
  UsageTotals totals(1);
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < 320; ++i) {
    totals.Add(std::to_string(i), {.cpu = kEnough << std::min<std::uint64_t>(i, 32)});
    totals.Settle();
    for (const auto& [name, cpu] : Cpu(totals)) names.insert(name);
  }
  EXPECT_LE(names.size(), 320u / 16 + 20);
}

TEST_F(UsageTotalsTest, ManySmallNamesDoNotHideOneThatGoesOn) {
  UsageTotals totals(2);
  for (int i = 0; i < 100; ++i) {
    totals.Add("steady", {.cpu = kEnough / 50});
    for (int k = 0; k < 100; ++k) totals.Add(std::to_string(100 * i + k), {.cpu = 1});
    totals.Settle();
  }
  EXPECT_TRUE(Cpu(totals).contains("steady"));
}

// Whatever comes and goes, what all counters that are there twice grew by is what was used.
TEST_F(UsageTotalsTest, TheGrowthOfAllIsAlwaysTheWhole) {
  UsageTotals totals(4);
  std::mt19937 random(1);
  std::set<std::string> names;
  totals.Settle();
  for (int sample = 0; sample < 2'000; ++sample) {
    const Shown before = Cpu(totals);
    std::uint64_t used = 0, grown = 0;
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t cpu = kEnough >> 4 << random() % 12;
      totals.Add(std::to_string(random() % 40), {.cpu = cpu});
      used += cpu;
    }
    totals.Settle();
    for (const auto& [name, cpu] : Cpu(totals)) {
      names.insert(name);
      const auto at = before.find(name);
      if (at == before.end()) continue;
      ASSERT_GE(cpu, at->second) << name;
      grown += cpu - at->second;
    }
    ASSERT_EQ(grown, used) << sample;
  }
  EXPECT_GT(names.size(), 10u);  // so that places did change hands
}

}  // namespace
}  // namespace fdr::local

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts from which the choice of busy processes is built.

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "fdr/replay/sources/local/processes/name_allowance.h"
#include "fdr/replay/sources/local/processes/process_list.h"
#include "fdr/replay/sources/local/processes/process_ranking.h"
#include "fdr/replay/sources/local/processes/process_stat_fields.h"
#include "fdr/replay/sources/local/told_values.h"
#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr::local {
namespace {

using Places = std::vector<std::size_t>;

TEST(ProcessRankingTest, TheFirstInEachOrderAreTakenOnce) {
  const ProcessUse uses[] = {{5, 0, 0}, {9, 0, 100}, {7, 3, 200}, {0, 1, 300}};
  EXPECT_EQ(RankProcesses(uses, 1), (Places{1, 2, 3}));
  EXPECT_EQ(RankProcesses(uses, 2), (Places{1, 2, 3}));
  EXPECT_EQ(RankProcesses(uses, 9), (Places{1, 2, 0, 3}));
}

TEST(ProcessRankingTest, AProcessThatUsesNothingIsNotTaken) {
  const ProcessUse uses[] = {{0, 0, 0}, {0, 0, 1}};
  EXPECT_EQ(RankProcesses(uses, 5), Places{1});
  EXPECT_EQ(RankProcesses({}, 5), Places{});
}

TEST(ProcessRankingTest, TheOlderOfTwoEqualsComesFirst) {
  const ProcessUse uses[] = {{4, 0, 0}, {4, 0, 0}, {4, 0, 0}};
  EXPECT_EQ(RankProcesses(uses, 2), (Places{0, 1}));
}

TEST(ProcessRankingTest, ACounterThatGoesBackHasBegunAgain) {
  EXPECT_EQ(Growth(10, 15), 5u);
  EXPECT_EQ(Growth(0xffff'fff0, 4), 4u);  // a wrap of 32 bits
}

TEST(NameAllowanceTest, FillsUpWithTime) {
  NameAllowance allowance(100, 10);
  allowance.Refill({1000, 0});
  EXPECT_TRUE(allowance.Take(60));
  EXPECT_FALSE(allowance.Take(60));
  EXPECT_FALSE(allowance.Take(30, 20));
  allowance.Refill({1002, 500'000'000});
  EXPECT_TRUE(allowance.Take(65));
  EXPECT_FALSE(allowance.Has(1));
  allowance.Refill({2000, 0});
  EXPECT_TRUE(allowance.Has(100));
  EXPECT_FALSE(allowance.Has(101));
}

TEST(NameAllowanceTest, AClockThatIsSetBackGivesNothing) {
  NameAllowance allowance(100, 10);
  allowance.Refill({1000, 0});
  EXPECT_TRUE(allowance.Take(100));
  allowance.Refill({10, 0});
  EXPECT_FALSE(allowance.Has(1));
  allowance.Refill({11, 0});
  EXPECT_TRUE(allowance.Has(10));
}

TEST(ToldValuesTest, OnlyOtherValuesAreNews) {
  Grid grid;
  const Column text = grid.Add("text"), number = grid.Add("number");
  const MetricId first = MetricId::Build(3, 1, 1), second = MetricId::Build(3, 1, 2);
  grid.AddRow(7);
  grid.SetText(text, "a");
  grid.SetInteger(number, 1);
  ToldValues told;
  EXPECT_TRUE(told.IsNews(first, 7, grid, grid.At(0, text)));
  EXPECT_FALSE(told.IsNews(first, 7, grid, grid.At(0, text)));
  EXPECT_TRUE(told.IsNews(second, 7, grid, grid.At(0, number)));
  EXPECT_TRUE(told.IsNews(first, 5, grid, grid.At(0, text)));
  grid.SetText(text, "b");
  EXPECT_TRUE(told.IsNews(first, 7, grid, grid.At(0, text)));
  told.Forget(7);
  EXPECT_FALSE(told.IsNews(first, 5, grid, grid.At(0, text)) &&
               told.IsNews(first, 5, grid, grid.At(0, text)));
  EXPECT_TRUE(told.IsNews(second, 7, grid, grid.At(0, number)));
  told.Clear();
  EXPECT_TRUE(told.IsNews(second, 7, grid, grid.At(0, number)));
}

TEST(StatFieldsTest, AProgramMayBeCalledAnything) {
  const std::string rest = " R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21";
  const std::string text = "12 (a) S 1\n(b)) \\)" + rest;
  const auto fields = StatFields::Parse(text);
  ASSERT_TRUE(fields);
  EXPECT_EQ(fields->pid, 12u);
  EXPECT_EQ(fields->program, "a) S 1\n(b)) \\");
  EXPECT_EQ(fields->state, "R");
  EXPECT_EQ(fields->numbers[StatFieldIndex("utime")], 11u);
  EXPECT_EQ(fields->numbers[StatFieldIndex("rss")], 21u);
  EXPECT_EQ(fields->count, StatFieldIndex("rss") + 1);
}

TEST(StatFieldsTest, ATextThatIsCutHasNoFields) {
  const std::string text = "12 (a) R 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21";
  for (std::size_t size = 0; size + 3 < text.size(); ++size)
    EXPECT_FALSE(StatFields::Parse(std::string_view(text).substr(0, size))) << size;
  EXPECT_FALSE(StatFields::Parse(") 1 ("));
}

// Waits until a thread of this process sleeps.
void WaitUntilAsleep(pid_t thread) {
  EXPECT_TRUE(test::WaitUntil([&] {
    std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
    std::string number, name, state;
    file >> number >> name >> state;
    return state == "S";
  }));
}

// The kernel reserves the descriptor before accept() waits.
TEST(ProcessListTest, AReservedDescriptorIsNoOpenFile) {
  const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const UniqueFd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  ASSERT_EQ(::bind(listener.get(), place, size), 0);
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  ASSERT_EQ(::getsockname(listener.get(), place, &size), 0);
  ProcessList list("/proc");
  const auto before = list.CountOpenFiles(static_cast<InstanceId>(::getpid()));
  ASSERT_TRUE(before);
  std::atomic<pid_t> thread = 0;
  std::thread waiting([&] {
    thread = ::gettid();
    const UniqueFd accepted(::accept(listener.get(), nullptr, nullptr));
  });
  while (thread == 0) std::this_thread::yield();
  WaitUntilAsleep(thread);
  EXPECT_EQ(list.CountOpenFiles(static_cast<InstanceId>(::getpid())), before);
  EXPECT_EQ(::connect(client.get(), place, size), 0);
  waiting.join();
}

}  // namespace
}  // namespace fdr::local

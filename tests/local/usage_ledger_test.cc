// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who used what on an invented machine, where processes come and go.

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <random>
#include <set>

#include "fdr/replay/sources/local/cgroups/unit_name.h"
#include "fdr/replay/sources/local/usage/process_ledger.h"
#include "fdr/tests/local/toy_process.h"

namespace fdr::local {
namespace {

constexpr std::uint64_t kTick = 10'000'000, kIgnoresChildren = 1u << 16;
using Ticks = std::map<std::string, std::uint64_t>;

class ProcessLedgerTest : public testing::Test {
 protected:
  ProcessLedgerTest() : list_(tree_.Path("proc")) {
    processes_[1] = {.pid = 1, .program = "init"};
    processes_[50] = {.pid = 50, .program = "sh", .parent = 1};
  }

  // Another second has passed, or `pause_`.  Those in `late` end between the look at them and the
  // end of it.
  void Sample(bool has_exits = true, const std::set<int>& late = {}) {
    for (const auto& [pid, process] : processes_) process.Put(tree_);
    std::swap(before_, now_);
    now_.Read(list_, ++reading_, buffer_, before_);
    for (const int pid : late) End(pid);
    std::vector<InstanceId> after;
    list_.List(after);
    used_.clear();
    units_.clear();
    uptime_ += pause_;
    ledger_.Update({now_, after, exits_, has_exits, uptime_, suspended_},
                   [&](const User& user, const Usage& usage) {
                     used_[user.program] += usage;
                     units_[user.unit] += usage;
                     sum_ += usage;
                   });
    exits_.clear();
  }

  void End(int pid) {
    processes_.erase(pid);
    tree_.Remove("proc/" + std::to_string(pid));
  }

  void Hear(int pid, int parent, const std::string& program, std::uint64_t ticks) {
    exits_.push_back({.process = pid,
                      .parent = parent,
                      .ends_process = true,
                      .program = program,
                      .cpu = ticks * kTick,
                      .lived = 1'000'000'000});
  }

  // The cat 60 ends, and a dog with the same identifier was there for a moment.
  void EndCatAndDog(std::uint64_t micros_of_cat) {
    End(60);
    Hear(60, 50, "cat", 502);
    exits_.back().lived = micros_of_cat;
    Hear(60, 1, "dog", 1);
    exits_.back().lived = 1'000;
    Grow(50, 502 + 58);
    Grow(1, 1);
  }

  // A process has waited for some that used so much.
  void Grow(int pid, std::uint64_t of_children) {
    processes_[pid].of_children += of_children;
    ++processes_[pid].turns;
  }

  Ticks Cpu() const {
    Ticks ticks;
    for (const auto& [program, usage] : used_)
      if (usage.cpu > 0) ticks[program] = usage.cpu / kTick;
    return ticks;
  }
  std::uint64_t Exits(const std::string& program) { return used_[program].exits; }
  Ticks CpuOfUnits() const {
    Ticks ticks;
    for (const auto& [unit, usage] : units_)
      if (usage.cpu > 0) ticks[unit] = usage.cpu / kTick;
    return ticks;
  }

  test::KernelTree tree_;
  std::map<int, test::ToyProcess> processes_;
  ProcessList list_;
  ReadBuffer buffer_;
  std::uint64_t reading_ = 0, uptime_ = 10'000, pause_ = 100, suspended_ = 0;
  ProcessScan before_, now_;
  std::vector<ExitRecord> exits_;
  ProcessLedger ledger_{kTick, [](std::string_view cgroups) { return GroupOf(cgroups).substr(1); }};
  std::map<std::string, Usage> used_, units_;  // since the last sample
  Usage sum_;                                  // since the first one
};

TEST_F(ProcessLedgerTest, TheFirstSampleHasNoPart) {
  processes_[50].user = 100;
  Sample();
  EXPECT_EQ(Cpu(), Ticks());
}

TEST_F(ProcessLedgerTest, AProcessThatIsThereHasUsedWhatItGrewBy) {
  Sample();
  processes_[50].user += 30;
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"sh", 30}}));
}

TEST_F(ProcessLedgerTest, ANewProcessHasUsedAllOfItSince) {
  Sample();
  processes_[60] = {.pid = 60, .program = "cat", .start = 200, .user = 7, .parent = 50};
  processes_[60].of_children = 0 + 58;
  Sample();
  EXPECT_EQ(Cpu().at("cat"), 7u + 58);
}

TEST_F(ProcessLedgerTest, AProcessThatWasHiddenHasNot) {
  processes_[50].start = 300;
  Sample();
  processes_[60] = {.pid = 60, .program = "cat", .start = 200, .user = 7, .parent = 50};
  Sample();
  EXPECT_EQ(Cpu(), Ticks());
}

TEST_F(ProcessLedgerTest, WhatNobodySawIsSharedByThoseThatTheKernelNames) {
  Sample();
  Grow(50, 40);
  Hear(70, 50, "ls", 1);
  Hear(71, 50, "ls", 1);
  Hear(72, 50, "gcc", 6);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"ls", 10}, {"gcc", 30}}));
  EXPECT_EQ(Exits("ls"), 2u);
}

TEST_F(ProcessLedgerTest, WithoutRecordsItCountsToTheOneThatWaited) {
  Sample(false);
  Grow(50, 40);
  Sample(false);
  EXPECT_EQ(Cpu(), (Ticks{{"sh", 40}}));
}

TEST_F(ProcessLedgerTest, AnEndedProcessCountsOnce) {
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  processes_[60].user = 510;
  ++processes_[60].turns;
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"cat", 10}}));
  End(60);
  Grow(50, 513 + 58);
  Hear(60, 50, "cat", 513);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"cat", 3}}));
}

TEST_F(ProcessLedgerTest, AProcessThatEndsDuringTheScanCountsOnce) {
  processes_[40] = {.pid = 40, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  // The look at the heir is later than that at the process, and earlier than the end of the scan.
  Grow(50, 500 + 58);
  Hear(40, 50, "cat", 500);
  Sample(true, {40});
  EXPECT_EQ(Cpu(), Ticks());
  Sample();
  EXPECT_EQ(Cpu(), Ticks());
}

TEST_F(ProcessLedgerTest, AnHeirThatWasLookedAtBeforeGetsItWithTheNextSample) {
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  End(60);
  Hear(60, 50, "cat", 504);
  Sample();
  EXPECT_EQ(Cpu(), Ticks());
  Grow(50, 504 + 58);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"cat", 4}}));
}

// Ticks leave a part of one ended process to the next sample.  The other one ends between the look
// at its heir and the look at it.
TEST_F(ProcessLedgerTest, AnHeirThatOwesALittleGetsMuchWithTheNextSample) {
  processes_[59] = {.pid = 59, .program = "ls", .user = 3, .parent = 50, .of_children = 58};
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  End(59);
  Hear(59, 50, "ls", 3);
  Grow(50, 2 + 58);
  Sample();
  End(60);
  Hear(60, 50, "cat", 504);
  Sample();
  Grow(50, 504 + 58);
  Sample();
  EXPECT_EQ(sum_.cpu / kTick, 3u);
}

TEST_F(ProcessLedgerTest, WhatAnHeirOwesIsForgottenByTimeAndNotBySamples) {
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  pause_ = 1;
  End(60);
  Hear(60, 50, "cat", 504);
  for (int i = 0; i < 20; ++i) Sample();
  Grow(50, 504 + 58);
  Sample();
  EXPECT_EQ(sum_.cpu / kTick, 4u);
}

// As one that does not wait for this child, and waits for others.
TEST_F(ProcessLedgerTest, WhatAnHeirNeverShowsIsForgotten) {
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  End(60);
  Hear(60, 50, "cat", 500);
  for (int i = 0; i < 3; ++i) Sample();
  Hear(61, 50, "ls", 40);
  Grow(50, 40);
  Sample();
  EXPECT_GE(Cpu().at("ls"), 35u);
}

// Many short processes make one tick.
TEST_F(ProcessLedgerTest, ATickOfManySamplesBelongsToTheProgramsOfAll) {
  Sample();
  pause_ = 1;
  for (int pid = 70; pid < 80; ++pid) {
    Hear(pid, 50, "ls", 0);
    Sample();
  }
  Grow(50, 1);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"ls", 1}}));
}

TEST_F(ProcessLedgerTest, AnotherProcessWithTheSameIdentifierIsAnother) {
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  processes_[60] = {
      .pid = 60, .program = "dog", .start = 900, .user = 3, .parent = 50, .of_children = 58};
  Grow(50, 502 + 58);
  Hear(60, 50, "cat", 502);
  Sample();
  EXPECT_EQ(Cpu().at("cat"), 2u);
  EXPECT_GE(Cpu().at("dog"), 3u);
}

TEST_F(ProcessLedgerTest, AShortLifeWithTheSameIdentifierIsAnother) {
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  Sample();
  EndCatAndDog(1'000'000'000);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"cat", 2}, {"dog", 1}}));
}

// The record has the time without that of a suspend; the start of the process has it.
TEST_F(ProcessLedgerTest, AProcessThatLivedThroughASuspendCountsOnce) {
  processes_[50].ignored = kIgnoresChildren;  // so that only the record tells its end
  Sample();
  processes_[60] = {.pid = 60, .program = "cat", .start = 10'150, .user = 500, .parent = 50};
  processes_[60].read = 4000;
  Sample();
  uptime_ += 360'000;  // an hour
  suspended_ += 3'600'000'000;
  processes_[60].user = 503;
  ++processes_[60].turns;
  Sample();
  const std::uint64_t before = sum_.cpu / kTick;
  End(60);
  Hear(60, 50, "cat", 505);
  exits_.back().read = 5000;
  exits_.back().lived = 2'500'000;
  Sample();
  EXPECT_EQ(sum_.cpu / kTick, before + 2);
  EXPECT_EQ(sum_.read, 5000u);
}

// The suspend was before.
TEST_F(ProcessLedgerTest, AShortLifeAfterASuspendIsAnother) {
  suspended_ = 3'600'000'000;
  Sample();
  processes_[60] = {
      .pid = 60, .program = "cat", .start = 10'150, .user = 500, .parent = 50, .of_children = 58};
  Sample();
  Sample();
  EndCatAndDog(2'500'000);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"cat", 2}, {"dog", 1}}));
}

TEST_F(ProcessLedgerTest, AZombieThatOutlivesItsParentIsLeftToAnother) {
  processes_[60] = {.pid = 60, .program = "make", .user = 5, .parent = 50, .of_children = 58};
  processes_[61] = {.pid = 61, .program = "cat", .user = 900, .parent = 60, .of_children = 58};
  Sample();
  Hear(61, 60, "cat", 900);
  Sample();
  End(60);
  End(61);
  Hear(60, 50, "make", 5);
  processes_[1].of_children += 900 + 58;  // and not the grandparent
  processes_[50].of_children += 5 + 58;
  ++processes_[1].turns;
  ++processes_[50].turns;
  Sample();
  EXPECT_LE(sum_.cpu / kTick, 1u);
}

TEST_F(ProcessLedgerTest, AnotherProgramInAProcessGoesOnWithItsCounters) {
  processes_[50].memory = 5;
  Sample();
  processes_[50].program = "make";
  processes_[50].user += 4;
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"make", 4}}));
}

TEST_F(ProcessLedgerTest, NobodyWaitsForTheChildrenOfOneThatIgnoresThem) {
  processes_[50].ignored = kIgnoresChildren;
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  Sample();
  End(60);
  Hear(60, 50, "cat", 504);
  Hear(61, 50, "ls", 2);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"cat", 4}, {"ls", 2}}));
}

TEST_F(ProcessLedgerTest, WhatAnEndedParentHadInheritedGoesOnUpwards) {
  Sample();
  Hear(72, 71, "deep", 3);
  Hear(71, 70, "middle", 1);
  Hear(70, 50, "upper", 1);
  Grow(50, 10);
  Sample();
  EXPECT_EQ(Cpu(), (Ticks{{"deep", 6}, {"middle", 2}, {"upper", 2}}));
}

TEST_F(ProcessLedgerTest, AParentThatEndedGivesOnWhatItHadShownOfItsChildren) {
  processes_[60] = {.pid = 60, .program = "make", .user = 5, .parent = 50, .of_children = 300};
  Sample();
  End(60);
  Hear(60, 50, "make", 5);
  Hear(61, 60, "cc", 20);
  Grow(50, 5 + 300 + 22);
  Sample();
  EXPECT_EQ(sum_.cpu / kTick, 22u);
  EXPECT_GE(Cpu().at("cc"), 21u);
}

TEST_F(ProcessLedgerTest, IfTheKernelLostARecordItsTimeIsNotCountedAgain) {
  processes_[60] = {.pid = 60, .program = "sh", .user = 5, .parent = 50, .of_children = 58};
  processes_[61] = {.pid = 61, .program = "cat", .user = 9000, .parent = 60, .of_children = 58};
  Sample();
  End(60);
  End(61);
  processes_[1].of_children += 9000 + 58;  // an orphan
  processes_[50].of_children += 5 + 58;
  ++processes_[1].turns;
  ++processes_[50].turns;
  Sample();
  EXPECT_LE(sum_.cpu / kTick, 1u);
}

// The parents of two cats end with them.  The heir of one of them never shows it, and that of the
// other one does so with the next sample.
TEST_F(ProcessLedgerTest, ADebtThatNobodyPaysDoesNotHideTheNextOne) {
  for (const int pid : {60, 70}) {
    processes_[pid] = {.pid = pid, .program = "sh", .parent = 50, .of_children = 58};
    processes_[pid + 1] = {.pid = pid + 1, .program = "cat", .parent = pid, .of_children = 58};
  }
  processes_[71].user = 9000;
  Sample();
  for (const int pid : {60, 70}) {
    End(pid);
    End(pid + 1);
    Grow(50, 58);
    Sample();
  }
  Grow(1, 9000 + 58);
  Sample();
  EXPECT_LE(sum_.cpu / kTick, 1u);
}

TEST_F(ProcessLedgerTest, BytesOfEndedThreadsAndProcessesCountToTheirProgram) {
  processes_[50].read = 1000;
  Sample();
  exits_.push_back({.process = 60, .parent = 50, .program = "worker", .read = 300});
  exits_.push_back(
      {.process = 60, .parent = 50, .ends_process = true, .program = "main", .read = 100});
  processes_[50].read += 300 + 100 + 50;  // Linux adds those of its children
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(used_["main"].read, 400u);
  EXPECT_EQ(used_["sh"].read, 50u);
}

TEST_F(ProcessLedgerTest, BytesOfAProcessThatEndsDuringTheScanAreItsOwn) {
  Sample();
  processes_[60] = {.pid = 60, .program = "cp", .start = 200, .read = 4000, .parent = 50};
  Hear(60, 50, "cp", 1);
  exits_.back().read = 4000;
  Sample(true, {60});
  EXPECT_EQ(used_["cp"].read, 4000u);
  processes_[50].read += 4000;
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(sum_.read, 4000u);
}

// The kernel says that it ended before another process can wait for it.
TEST_F(ProcessLedgerTest, BytesOfAProcessThatIsStillThereAfterItsEndCountOnce) {
  Sample();
  Hear(60, 50, "cp", 1);
  exits_.back().read = 4000;
  Sample();
  EXPECT_EQ(used_["cp"].read, 4000u);
  processes_[60] = {
      .pid = 60, .program = "cp", .start = 200, .read = 4000, .state = 'R', .parent = 50};
  Sample();
  Sample();
  End(60);
  processes_[50].read += 4000;
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(sum_.read, 4000u);
}

TEST_F(ProcessLedgerTest, AThreadThatEndsIsNoProcessThatEnds) {
  Sample();
  exits_.push_back({.process = 50, .parent = 1, .program = "sh"});
  Sample();
  EXPECT_EQ(Exits("sh"), 0u);
}

TEST_F(ProcessLedgerTest, AProcessThatNobodyHasWaitedForIsStillThere) {
  Sample();
  processes_[60] = {.pid = 60,
                    .program = "cat",
                    .start = 200,
                    .user = 7,
                    .state = 'Z',
                    .parent = 50,
                    .of_children = 58};
  Hear(60, 50, "cat", 6);
  Sample();
  const std::uint64_t first = Cpu().at("cat");
  EXPECT_EQ(Exits("cat"), 1u);
  End(60);
  Grow(50, 7 + 58);
  Sample();
  EXPECT_EQ(sum_.cpu / kTick, first);
  EXPECT_EQ(Exits("cat"), 0u);
}

TEST_F(ProcessLedgerTest, WhatAProcessGrewByCountsToItsUnit) {
  processes_[1].unit = "init.scope";
  processes_[50].unit = "cron.service";
  Sample();
  processes_[1].user += 2;
  processes_[50].user += 30;
  for (const int pid : {1, 50}) ++processes_[pid].turns;
  Sample();
  EXPECT_EQ(CpuOfUnits(), (Ticks{{"init.scope", 2}, {"cron.service", 30}}));
  processes_[50].unit = "web.service";  // it is moved
  processes_[50].user += 3;
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(CpuOfUnits(), (Ticks{{"web.service", 3}}));
}

TEST_F(ProcessLedgerTest, WhatNoSampleSawWasInTheUnitOfItsParent) {
  processes_[1].unit = "init.scope";
  processes_[50].unit = "cron.service";
  processes_[60] = {.pid = 60, .program = "make", .parent = 50, .of_children = 58};
  processes_[60].unit = "build.scope";
  Sample();
  End(60);
  Hear(72, 71, "deep", 3);  // its parent's record comes later
  Hear(71, 60, "middle", 1);
  Hear(60, 50, "make", 0);
  Hear(80, 50, "ls", 4);
  Hear(81, 79, "orphan", 1);  // nothing is known of 79
  Grow(50, 58 + 9);
  Sample();
  EXPECT_EQ(units_["build.scope"].exits, 3u);
  EXPECT_EQ(units_["cron.service"].exits, 1u);
  EXPECT_EQ(units_["init.scope"].exits, 1u);
  EXPECT_GE(CpuOfUnits().at("build.scope"), 4u);
  EXPECT_GE(CpuOfUnits().at("cron.service"), 4u);
}

TEST_F(ProcessLedgerTest, AnEndedProcessCountsToTheUnitOfItsLastLook) {
  processes_[50].unit = "sshd.service";
  processes_[60] = {.pid = 60, .program = "cat", .user = 500, .parent = 50, .of_children = 58};
  processes_[60].unit = "session-1.scope";
  Sample();
  End(60);
  Hear(60, 50, "cat", 504);
  Hear(60, 50, "dog", 0);  // had the same identifier for a moment
  exits_.back().lived = 1'000;
  Grow(50, 504 + 58);
  Sample();
  EXPECT_GE(CpuOfUnits().at("session-1.scope"), 3u);  // the dog has a part of a tick
  EXPECT_EQ(units_["session-1.scope"].exits, 1u);
  EXPECT_EQ(units_["sshd.service"].exits, 1u);
}

TEST_F(ProcessLedgerTest, AZombieKeepsItsUnit) {
  processes_[50].unit = "cron.service";
  Sample();
  processes_[50].unit = "";
  processes_[50].state = 'Z';
  processes_[50].user += 3;
  ++processes_[50].turns;
  Sample();
  EXPECT_EQ(CpuOfUnits(), (Ticks{{"cron.service", 3}}));
}

// Each part has a program and a unit, so that both have the whole.
TEST_F(ProcessLedgerTest, TheSumOfUnitsIsThatOfPrograms) {
  std::mt19937 random(1);
  Sample();
  Usage programs, units;
  int next = 100;
  for (int sample = 0; sample < 40; ++sample) {
    for (int i = 0; i < 3; ++i) {
      const int pid = next++;
      processes_[pid] = {.pid = pid, .program = "p" + std::to_string(random() % 5), .parent = 50};
      processes_[pid].start = uptime_;
      processes_[pid].of_children = 58;
      processes_[pid].unit = "u" + std::to_string(random() % 7);
      Hear(next++, random() % 2 == 0 ? pid : 50, "short", random() % 3);
    }
    for (auto& [pid, process] : processes_) {
      process.user += random() % 4;
      ++process.turns;
    }
    if (processes_.size() > 20) {
      const int pid = std::prev(processes_.end(), 10)->first;
      Hear(pid, 50, "p0", processes_[pid].user);
      Grow(50, processes_[pid].user);
      End(pid);
    }
    Sample();
    for (const auto& [name, usage] : used_) programs += usage;
    for (const auto& [name, usage] : units_) units += usage;
  }
  EXPECT_GT(programs.cpu, 100 * kTick);
  EXPECT_GT(programs.exits, 120u);
  EXPECT_EQ(units.cpu, programs.cpu);
  EXPECT_EQ(units.exits, programs.exits);
}

}  // namespace
}  // namespace fdr::local

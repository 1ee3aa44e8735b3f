// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The busy processes of an invented machine, as a recording gets them.

#include <gtest/gtest.h>

#include <map>

#include "fdr/tests/local/toy_process.h"
#include "fdr/tests/support/testdata.h"

namespace fdr {
namespace {

constexpr InDomId kProcesses = InDomId::Build(3, 9);
using Values = std::map<InstanceId, std::string>;
using Pids = std::vector<InstanceId>;

class BusyProcessesTest : public testing::Test {
 protected:
  BusyProcessesTest() {
    tree_.busy = {.most = 1, .round = 1000};
    for (int pid = 1; pid <= 6; ++pid) processes_[pid] = {.pid = pid};
  }

  // Writes all processes, lets a second pass, and fetches what a recording would.
  void Sample() {
    for (const auto& [pid, process] : processes_) process.Put(tree_);
    ++tree_.clock.sec;
    ASSERT_TRUE(tree_.context().Fetch(Ids(), result_));
    has_earlier_ = tree_.context().FetchEarlier(Ids(), earlier_);
  }

  void End(int pid) {
    processes_.erase(pid);
    tree_.Remove("proc/" + std::to_string(pid));
  }

  const std::vector<MetricId>& Ids() {
    if (ids_.empty())
      for (const char* name : kNames) ids_.push_back(*tree_.context().Find(name));
    return ids_;
  }

  Values Of(const std::string& name, const FetchResult& result) {
    const MetricId id = *tree_.context().Find(name);
    Values values;
    for (const FetchedSet& set : result.sets())
      if (set.id == id)
        for (const FetchedValue& value : result.Values(set))
          values[value.instance] = test::ValueText(tree_.context().DescOf(id)->type, value);
    return values;
  }
  Values Now(const std::string& name) { return Of(name, result_); }
  Values Before(const std::string& name) { return has_earlier_ ? Of(name, earlier_) : Values(); }

  // The processes of the last sample.
  Pids Chosen() {
    Pids pids;
    for (const auto& [pid, value] : Now("proc.psinfo.utime")) pids.push_back(pid);
    return pids;
  }

  std::string NameOf(InstanceId pid) {
    const auto members = tree_.context().Instances(kProcesses);
    for (const NamedInstance& member : members.value_or(std::vector<NamedInstance>()))
      if (member.id == pid) return member.name;
    return "";
  }

  static constexpr const char* kNames[] = {
      "proc.psinfo.utime", "proc.psinfo.cmd",        "proc.psinfo.psargs",
      "proc.psinfo.rss",   "proc.io.read_bytes",     "proc.id.uid",
      "proc.nprocs",       "proc.runq.sleeping",     "proc.runq.runnable",
      "proc.psinfo.pid",   "proc.schedstat.cpu_time"};

  test::KernelTree tree_;
  std::map<int, test::ToyProcess> processes_;
  std::vector<MetricId> ids_;
  FetchResult result_, earlier_;
  bool has_earlier_ = false;
};

// With the number of groups, the time between two samples that have them grows.
class BusyGroupsTest : public BusyProcessesTest {
 protected:
  BusyGroupsTest() {
    tree_.Write("proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
    tree_.Write("sys/fs/cgroup/memory.current", "1\n");
    AddGroups(1);
    for (const auto& [pid, process] : processes_) process.Put(tree_);
  }

  void AddGroups(int count) {
    for (int i = 0; i < count; ++i)
      tree_.Write("sys/fs/cgroup/g" + std::to_string(i) + "/memory.current", "4096\n");
  }

  // The number of groups with values.
  std::size_t Groups(const std::vector<const char*>& metrics) {
    std::vector<MetricId> ids;
    for (const char* metric : metrics) ids.push_back(*tree_.context().Find(metric));
    EXPECT_TRUE(tree_.context().Fetch(ids, result_));
    return Now("cgroup.memory.current").size();
  }

  // Which of the next samples have groups.
  std::vector<int> Turns(int samples) {
    std::vector<int> turns;
    for (int i = 0; i < samples; ++i) {
      ++tree_.clock.sec;
      if (Groups({"proc.psinfo.utime", "cgroup.memory.current"}) > 0) turns.push_back(i);
    }
    return turns;
  }
};

TEST_F(BusyGroupsTest, OneSampleInTenHasThem) {
  EXPECT_EQ(Turns(25), (std::vector{0, 10, 20}));
  tree_.context().BeginRecording();
  EXPECT_EQ(Turns(12), (std::vector{0, 10}));
}

TEST_F(BusyGroupsTest, OfManyGroupsFewerSamplesHaveThem) {
  AddGroups(149);  // and the root
  EXPECT_EQ(Turns(40), (std::vector{0, 10, 25}));
}

TEST_F(BusyGroupsTest, AFetchWithoutProcessesHasThem) {
  EXPECT_EQ(Turns(2), (std::vector{0}));
  for (int i = 0; i < 3; ++i) {
    ++tree_.clock.sec;
    EXPECT_EQ(Groups({"cgroup.memory.current"}), 2u);
  }
}

TEST_F(BusyProcessesTest, TheFirstSampleHasAll) {
  Sample();
  EXPECT_EQ(Chosen(), (Pids{1, 2, 3, 4, 5, 6}));
  EXPECT_FALSE(has_earlier_);
  EXPECT_EQ(tree_.context().Instances(kProcesses)->size(), 6u);
}

TEST_F(BusyProcessesTest, ThenThoseAreChosenThatUseMost) {
  for (auto& [pid, process] : processes_) process.memory = static_cast<std::uint64_t>(pid);
  Sample();
  processes_[1].user = 3;
  processes_[2].user = 4;
  processes_[3].read = 512;
  processes_[4].read = 1024;
  Sample();
  EXPECT_EQ(Chosen(), (Pids{2, 4, 6}));
  EXPECT_EQ(Now("proc.psinfo.utime")[2], "40");
  EXPECT_EQ(Now("proc.io.read_bytes")[4], "1024");
}

TEST_F(BusyProcessesTest, ASleeperIsNotReadAgainUntilItHasRun) {
  processes_[2].user = 5;
  Sample();
  processes_[2].memory = 9;  // as no process can do asleep
  Sample();
  EXPECT_EQ(Chosen(), Pids{});
  ++processes_[2].turns;
  Sample();
  EXPECT_EQ(Chosen(), Pids{2});
}

TEST_F(BusyProcessesTest, WhatIsRecordedOfASleeperIsExact) {
  processes_[2].user = 5;
  processes_[2].memory = 900;
  Sample();
  processes_[2].memory = 25;  // the kernel took the rest
  Sample();
  EXPECT_EQ(Now("proc.psinfo.rss"), (Values{{2, "100"}}));
}

TEST_F(BusyProcessesTest, ThreadsAndKernelsThatDoNotCountAreNoReasonToMissWork) {
  processes_[2].user = 5;
  processes_[2].threads = 2;
  Sample();
  processes_[1].read = 10;  // has a run time of 0
  processes_[2].memory = 9;
  Sample();
  EXPECT_EQ(Chosen(), (Pids{1, 2}));
}

TEST_F(BusyProcessesTest, CountsOfProcessesAreThoseOfAll) {
  processes_[3].state = 'R';
  Sample();
  processes_[1].user = 9;
  Sample();
  EXPECT_EQ(Chosen(), Pids{1});
  EXPECT_EQ(Now("proc.nprocs")[kSingular], "6");
  EXPECT_EQ(Now("proc.runq.sleeping")[kSingular], "5");
  EXPECT_EQ(Now("proc.runq.runnable")[kSingular], "1");
}

TEST_F(BusyProcessesTest, AProcessThatBecomesBusyBringsItsEarlierValues) {
  processes_[2].user = 500;
  processes_[2].read = 70;
  Sample();
  Sample();
  EXPECT_EQ(Chosen(), Pids{});
  processes_[2].user = 501;  // of the sample that does not have it
  processes_[3].user = 50;
  Sample();
  EXPECT_EQ(Chosen(), Pids{3});
  processes_[2].user = 590;
  Sample();
  EXPECT_EQ(Chosen(), (Pids{2, 3}));
  EXPECT_EQ(Before("proc.psinfo.utime"), (Values{{2, "5010"}}));
  EXPECT_EQ(Before("proc.io.read_bytes"), (Values{{2, "70"}}));
  EXPECT_EQ(Before("proc.schedstat.cpu_time"), (Values{{2, "5010000000"}}));
  EXPECT_EQ(earlier_.stamp(), tree_.clock.Plus(-kNanosPerSecond + 1000));
  EXPECT_EQ(Before("proc.psinfo.cmd"), Values()) << "the recording has it";
  EXPECT_EQ(Now("proc.psinfo.utime"), (Values{{2, "5900"}, {3, "500"}})) << "not disturbed";
}

TEST_F(BusyProcessesTest, AProcessThatHasJustBeenRecordedBringsNothing) {
  Sample();
  processes_[2].user = 10;
  Sample();
  EXPECT_EQ(Chosen(), Pids{2});
  EXPECT_FALSE(has_earlier_);
}

TEST_F(BusyProcessesTest, ANewProcessHadUsedNothing) {
  Sample();
  processes_[9] = {.pid = 9, .start = 5000, .user = 70, .memory = 3, .read = 11};
  Sample();
  EXPECT_EQ(Chosen(), Pids{9});
  EXPECT_EQ(Before("proc.psinfo.utime"), (Values{{9, "0"}}));
  EXPECT_EQ(Before("proc.io.read_bytes"), (Values{{9, "0"}}));
  EXPECT_EQ(Before("proc.psinfo.rss"), Values()) << "it had no memory either, but was not there";
  EXPECT_EQ(Before("proc.psinfo.cmd"), (Values{{9, "toy"}}));
  EXPECT_EQ(Now("proc.psinfo.utime"), (Values{{9, "700"}}));
}

TEST_F(BusyProcessesTest, ANewProcessIsChosenOnceEvenIfItDoesNothing) {
  Sample();
  processes_[9] = {.pid = 9, .start = 5000};
  Sample();
  EXPECT_EQ(Chosen(), Pids{9});
  EXPECT_FALSE(has_earlier_);
  Sample();
  EXPECT_EQ(Chosen(), Pids{});
}

TEST_F(BusyProcessesTest, AnOldProcessThatWasHiddenHasNoEarlierValues) {
  processes_[1].start = 5000;
  Sample();
  processes_[9] = {.pid = 9, .start = 20, .user = 1000};
  Sample();
  EXPECT_EQ(Chosen(), Pids{9});
  EXPECT_FALSE(has_earlier_);
}

TEST_F(BusyProcessesTest, AnIdentifierThatIsUsedAgainIsAnotherProcess) {
  processes_[2] = {.pid = 2, .program = "old", .user = 500, .owner = 7};
  Sample();
  EXPECT_EQ(NameOf(2), "000002 (old)");
  processes_[2] = {.pid = 2, .program = "new", .start = 7000, .user = 80, .owner = 7};
  Sample();
  EXPECT_EQ(NameOf(2), "000002 (new)");
  EXPECT_EQ(Before("proc.psinfo.utime"), (Values{{2, "0"}}));
  EXPECT_EQ(Now("proc.psinfo.utime"), (Values{{2, "800"}}));
  EXPECT_EQ(Now("proc.id.uid"), (Values{{2, "7"}})) << "its own, though the same";
}

TEST_F(BusyProcessesTest, ABusyProcessStaysForAFewSamples) {
  Sample();
  processes_[2].user = 10;
  Sample();
  int samples = 0;
  for (; Chosen() == Pids{2}; ++samples) Sample();
  EXPECT_EQ(samples, 5);
}

TEST_F(BusyProcessesTest, OfMoreThatWereBusyTheLastOnesStay) {
  Sample();
  for (int pid = 1; pid <= 6; ++pid) {
    processes_[pid].user = 10;
    Sample();
  }
  EXPECT_EQ(Chosen(), (Pids{4, 5, 6}));
}

TEST_F(BusyProcessesTest, ARoundHasAllProcessesAndAllValues) {
  tree_.busy->round = 3;
  Sample();
  EXPECT_EQ(Now("proc.psinfo.cmd").size(), 6u);
  for (int i = 0; i < 2; ++i) {
    Sample();
    EXPECT_EQ(Chosen(), Pids{});
  }
  Sample();
  EXPECT_EQ(Chosen(), (Pids{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Now("proc.psinfo.cmd").size(), 6u);
}

TEST_F(BusyProcessesTest, ADiscreteValueIsReturnedOnlyIfItIsNew) {
  processes_[2].arguments = std::string("/bin/toy\0-a\0", 12);
  Sample();
  EXPECT_EQ(Now("proc.psinfo.psargs")[2], "/bin/toy -a");
  for (const std::uint64_t user : {10u, 20u}) {
    processes_[2].user = user;
    Sample();
    EXPECT_EQ(Chosen(), Pids{2});
    EXPECT_EQ(Now("proc.psinfo.psargs"), Values());
  }
  processes_[2].owner = 1;
  processes_[2].user = 30;
  Sample();
  EXPECT_EQ(Now("proc.psinfo.psargs"), Values());
  EXPECT_EQ(Now("proc.id.uid"), (Values{{2, "1"}}));
}

TEST_F(BusyProcessesTest, AnotherProgramGivesTheInstanceAnotherName) {
  processes_[2].arguments = "/bin/shell";
  Sample();
  EXPECT_EQ(NameOf(2), "000002 /bin/shell");
  processes_[2].arguments = "/bin/other";
  processes_[2].program = "other";
  processes_[2].user = 10;
  Sample();
  EXPECT_EQ(NameOf(2), "000002 /bin/other");
  EXPECT_EQ(Now("proc.psinfo.psargs"), (Values{{2, "/bin/other"}}));
}

TEST_F(BusyProcessesTest, AProcessThatEndsLeavesTheDomain) {
  processes_[2].user = 10;
  Sample();
  End(2);
  Sample();
  EXPECT_EQ(NameOf(2), "");
  EXPECT_EQ(tree_.context().Instances(kProcesses)->size(), 5u);
}

TEST_F(BusyProcessesTest, OddProcessesDoNoHarm) {
  processes_[2].program = "a) R (b\nc";
  tree_.Write("proc/7/cmdline", "gone");  // no stat: it ended meanwhile
  tree_.Write("proc/8/stat", "8 (cut) S 0 1");
  tree_.Write("proc/11/stat", "");
  tree_.Write("proc/99999999999/stat", "99999999999 (huge) S 0");
  Sample();
  EXPECT_EQ(Chosen(), (Pids{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Now("proc.psinfo.cmd")[2], "a) R (b\nc");
  EXPECT_EQ(NameOf(2), "000002 (a)");
  processes_[2].user = 5;
  processes_[2].Put(tree_);
  processes_.erase(2);
  tree_.Remove("proc/2/cmdline");  // as if it ended between two reads
  Sample();
  EXPECT_EQ(Chosen(), Pids{2});
}

TEST_F(BusyProcessesTest, CountersThatGoBackDoNotCount) {
  processes_[2].user = 0xffff'ffff;
  processes_[3].user = 10;
  Sample();
  processes_[2].user = 4;
  processes_[3].user = 20;
  Sample();
  EXPECT_EQ(Chosen(), Pids{3});
}

TEST_F(BusyProcessesTest, WithoutAPermissionTheDiskPlaysNoPart) {
  Sample();
  processes_[2].user = 4;
  processes_[2].Put(tree_);
  tree_.Remove("proc/3/io");
  processes_.erase(3);
  Sample();
  EXPECT_EQ(Chosen(), Pids{2});
  EXPECT_EQ(Now("proc.io.read_bytes").size(), 1u);
}

TEST_F(BusyProcessesTest, AnotherRecordingBeginsWithAllAgain) {
  Sample();
  Sample();
  EXPECT_EQ(Chosen(), Pids{});
  processes_[2].user = 10;
  tree_.context().BeginRecording();
  Sample();
  EXPECT_EQ(Chosen(), (Pids{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Now("proc.psinfo.cmd").size(), 6u);
  EXPECT_FALSE(has_earlier_) << "the sample before is in another recording";
}

// 600 processes come and go within 30 seconds, with names of 500 bytes.
TEST_F(BusyProcessesTest, TheNamesOfShortProcessesAreBounded) {
  const std::string program = "/" + std::string(500, 'x');
  std::size_t names = 0;
  int pid = 100;
  for (int second = 0; second < 30; ++second) {
    for (int i = 0; i < 20; ++i, ++pid)
      processes_[pid] = {
          .pid = pid, .arguments = program, .start = static_cast<std::uint64_t>(pid)};
    Sample();
    const auto members = tree_.context().Instances(kProcesses);
    for (const NamedInstance& member : *members)
      names += member.id >= pid - 20 ? member.name.size() : 0;
    for (int i = pid - 20; i < pid; ++i) End(i);
  }
  EXPECT_GT(names, 100u * 1024);
  EXPECT_LT(names, 128u * 1024 + 30 * 100);
  EXPECT_EQ(Chosen(), Pids{});
  // The other half of the room is for processes that are busy.
  processes_[9999] = {.pid = 9999, .arguments = program, .start = 9999, .user = 5};
  Sample();
  EXPECT_EQ(Chosen(), Pids{9999});
}

// The same, where each change is a record of all names.
TEST_F(BusyProcessesTest, TheRecordsOfAllNamesAreBounded) {
  tree_.busy->rewrites_domain = true;
  const std::string program = "/" + std::string(500, 'x');
  std::size_t bytes = 0;
  Pids before;
  int pid = 100;
  for (int second = 0; second < 60; ++second) {
    for (int i = 0; i < 20; ++i, ++pid)
      processes_[pid] = {
          .pid = pid, .arguments = program, .start = static_cast<std::uint64_t>(pid)};
    Sample();
    Pids members;
    std::size_t record = 0;
    const auto now = tree_.context().Instances(kProcesses);
    for (const NamedInstance& member : *now) {
      members.push_back(member.id);
      record += 12 + member.name.size();
    }
    if (second == 0) {  // all changes of a sample are one record
      EXPECT_EQ(members.size(), 26u);
    }
    if (members != before) bytes += record;
    before = members;
    for (int i = pid - 20; i < pid; ++i) End(i);
  }
  EXPECT_GT(bytes, 100u * 1024);
  EXPECT_LT(bytes, 256u * 1024 + 60 * 2000);
}

TEST_F(BusyProcessesTest, OtherMetricsFetchedAtOnceBelongToTheSample) {
  Sample();
  Sample();
  processes_[2].user = 10;
  for (const auto& [pid, process] : processes_) process.Put(tree_);
  ++tree_.clock.sec;
  ASSERT_TRUE(tree_.context().Fetch(Ids(), result_));
  EXPECT_EQ(Chosen(), Pids{2});
  tree_.clock = tree_.clock.Plus(kNanosPerMillisecond);
  const MetricId other = *tree_.context().Find("proc.psinfo.vsize");
  FetchResult others;
  ASSERT_TRUE(tree_.context().Fetch(std::span(&other, 1), others));
  EXPECT_EQ(Of("proc.psinfo.vsize", others), (Values{{2, "4000"}}));
  has_earlier_ = tree_.context().FetchEarlier(Ids(), earlier_);
  EXPECT_EQ(Before("proc.psinfo.utime"), (Values{{2, "0"}}));
}

// Other tests compare this tree with PCP's agent.
TEST(BusyProcessesOfATreeTest, ValuesAreThoseOfAnyFetch) {
  const std::string tree = test::TestData("local/two-nodes");
  LocalOptions options{.clock =
                           [] {
                             return Timestamp{1'700'000'000, 0};
                           },
                       .proc = tree + "/proc",
                       .sys = tree + "/sys",
                       .etc = tree + "/etc",
                       .run = tree + "/run"};
  const auto all = LocalContext::Open(options);
  options.busy.emplace();
  const auto busy = LocalContext::Open(options);
  std::size_t values = 0;
  const auto names = (*all)->Traverse("proc");
  for (const std::string& name : *names) {
    const MetricId id = *(*all)->Find(name);
    FetchResult expected, found;
    ASSERT_TRUE((*all)->Fetch(std::span(&id, 1), expected));
    (*busy)->BeginRecording();
    ASSERT_TRUE((*busy)->Fetch(std::span(&id, 1), found));
    const Type type = (*all)->DescOf(id)->type;
    ASSERT_EQ(found.AllValues().size(), expected.AllValues().size()) << name;
    for (std::size_t i = 0; i < expected.AllValues().size(); ++i, ++values) {
      EXPECT_EQ(found.AllValues()[i].instance, expected.AllValues()[i].instance) << name;
      EXPECT_EQ(test::ValueText(type, found.AllValues()[i]),
                test::ValueText(type, expected.AllValues()[i]))
          << name;
    }
  }
  EXPECT_GT(values, 100u);
  EXPECT_EQ(*(*busy)->Instances(kProcesses), *(*all)->Instances(kProcesses));
}

TEST_F(BusyProcessesTest, AProfileStillApplies) {
  Sample();
  processes_[2].user = 10;
  for (const auto& [pid, process] : processes_) process.Put(tree_);
  Profile profile;
  profile.Exclude(kProcesses, {2});
  ASSERT_TRUE(tree_.context().Fetch(Ids(), profile, result_));
  EXPECT_EQ(Chosen(), Pids{});
}

}  // namespace
}  // namespace fdr

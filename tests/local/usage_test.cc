// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What programs, users and units of this machine used is what the machine used, also where
// thousands of processes come and go.  Others may be busy meanwhile: they count, too.

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <map>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tests/local/storm.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr {
namespace {

using Amounts = std::map<std::string, double>;

class UsageTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto clock = [] {
      const auto now = std::chrono::system_clock::now().time_since_epoch();
      return Timestamp{}.Plus(std::chrono::nanoseconds(now).count());
    };
    auto opened = LocalContext::Open({.clock = clock, .busy = BusyOptions()});
    ASSERT_TRUE(opened);
    machine_ = std::move(*opened);
  }

  Amounts Of(const std::string& metric) {
    const MetricId id = *machine_->Find(metric);
    FetchResult result;
    EXPECT_TRUE(machine_->Fetch(std::span(&id, 1), result));
    return Named(id, result);
  }

  Amounts Named(MetricId id, const FetchResult& result) {
    const InDomId indom = machine_->DescOf(id)->indom;
    std::map<InstanceId, std::string> names;
    const auto members = machine_->Instances(indom);
    for (const NamedInstance& member : members.value_or(std::vector<NamedInstance>()))
      names[member.id] = member.name;
    Amounts amounts;
    for (const FetchedSet& set : result.sets())
      if (set.id == id)
        for (const FetchedValue& value : result.Values(set))
          amounts[names[value.instance]] = static_cast<double>(value.bits);
    return amounts;
  }

  // What programs used, and what the machine used before and after the look at them; in seconds.
  struct Look {
    Amounts cpu, user_cpu, unit_cpu, exits, unit_exits, written;
    double before = 0, after = 0;
    double all_cpu = 0, all_user_cpu = 0, all_unit_cpu = 0, all_exits = 0, all_unit_exits = 0;
  };

  // A name may lose its place, or get it back, so growth is that from look to look.
  static double Sum(double sum_before, const Amounts& before, const Amounts& now) {
    double sum = sum_before;
    for (const auto& [name, amount] : now)
      if (const auto at = before.find(name); at != before.end()) sum += amount - at->second;
    return sum;
  }

  double Machine() {
    double millis = 0;
    for (const char* part : {"user", "nice", "sys"})
      millis += Of(std::string("kernel.all.cpu.") + part).at("");
    return millis / 1000;
  }

  Look LookNow() {
    std::vector<MetricId> ids;
    for (const char* name : {"by_program.cpu", "by_user.cpu", "by_program.exits",
                             "by_program.write_bytes", "by_unit.cpu", "by_unit.exits"})
      ids.push_back(*machine_->Find(std::string("fdr.usage.") + name));
    Look look;
    look.before = Machine();
    FetchResult result;
    EXPECT_TRUE(machine_->Fetch(ids, result));
    look.after = Machine();
    look.cpu = Named(ids[0], result);
    look.user_cpu = Named(ids[1], result);
    look.exits = Named(ids[2], result);
    look.written = Named(ids[3], result);
    look.unit_cpu = Named(ids[4], result);
    look.unit_exits = Named(ids[5], result);
    look.all_cpu = Sum(last_.all_cpu, last_.cpu, look.cpu);
    look.all_user_cpu = Sum(last_.all_user_cpu, last_.user_cpu, look.user_cpu);
    look.all_unit_cpu = Sum(last_.all_unit_cpu, last_.unit_cpu, look.unit_cpu);
    look.all_exits = Sum(last_.all_exits, last_.exits, look.exits);
    look.all_unit_exits = Sum(last_.all_unit_exits, last_.unit_exits, look.unit_exits);
    last_ = look;
    return look;
  }

  // Looks now and then, as a recorder does, until all storms are over.
  void Await(const std::vector<test::Storm*>& storms) {
    EXPECT_TRUE(test::WaitUntil([&] {
      LookNow();
      bool are_over = true;
      for (test::Storm* const storm : storms) are_over = storm->IsOver() && are_over;
      return are_over;
    }));
  }

  bool IsTold() {
    const MetricId id = *machine_->Find("fdr.usage.exits.lost");
    FetchResult result;
    EXPECT_TRUE(machine_->Fetch(std::span(&id, 1), result));
    return !result.AllValues().empty();
  }

  std::unique_ptr<LocalContext> machine_;
  Look last_;
};

const bool kIsRoot = geteuid() == 0;

TEST_F(UsageTest, TheKernelTellsRootWhoEnded) {
  if (kIsRoot) {
    EXPECT_TRUE(IsTold());
  }
}

TEST_F(UsageTest, TheSumIsWhatTheMachineUsed) {
  const int few = 200, many = test::IsSoak() ? 30'000 : 1'500;
  const test::BusyMachine steady;
  test::Storm first({.program = "storm-first", .user = kIsRoot ? 12'345u : 0}),
      second({.program = "storm-second", .user = kIsRoot ? 12'346u : 0, .nanos = 1'000'000}),
      threads({.program = "storm-thread", .nanos = 2'000'000, .threads = 2});
  const std::vector<test::Storm*> storms = {&first, &second, &threads};
  LookNow();
  for (test::Storm* const storm : storms) storm->Begin(few);  // so that the programs have names
  Await(storms);
  const double used_before[] = {first.used(), second.used(), threads.used()};
  const Look before = LookNow();
  first.Begin(many);
  second.Begin(many / 3);
  threads.Begin(many / 10);
  Await(storms);
  const Look after = LookNow();

  const double programs = (after.all_cpu - before.all_cpu) / 1e6;
  const double most = after.after - before.before, least = after.before - before.after;
  RecordProperty("machine", std::to_string((most + least) / 2));
  RecordProperty("unexplained", std::to_string((most + least) / 2 - programs));
  // The kernel looks 250 times a second at what runs, and some of these ticks hit a short pause.
  constexpr double kTicks = 10.0 / 250;
  EXPECT_LE(programs, most * 1.01 + kTicks);
  EXPECT_GE(programs, least * 0.99 - kTicks);
  EXPECT_NEAR((after.all_user_cpu - before.all_user_cpu) / 1e6, programs, 0.001);
  EXPECT_NEAR((after.all_unit_cpu - before.all_unit_cpu) / 1e6, programs, 0.001);
  EXPECT_EQ(after.all_unit_exits - before.all_unit_exits, after.all_exits - before.all_exits);
  if (!IsTold()) return;

  // What the kernel told those that waited for the processes of each storm.
  const char* const names[] = {"storm-first", "storm-second", "storm-thread"};
  const int counts[] = {many, many / 3, many / 10};
  for (std::size_t i = 0; i < storms.size(); ++i) {
    ASSERT_TRUE(before.cpu.contains(names[i])) << names[i];
    const double used = storms[i]->used() - used_before[i];
    EXPECT_NEAR((after.cpu.at(names[i]) - before.cpu.at(names[i])) / 1e6, used, 0.03 + used / 100)
        << names[i];
    EXPECT_EQ(after.exits.at(names[i]) - before.exits.at(names[i]), counts[i]) << names[i];
  }
}

TEST_F(UsageTest, BytesOfShortLivedProcessesAreThoseThatTheyWrote) {
  if (!IsTold()) return;
  constexpr std::size_t kEach = 256 * 1024;
  test::Storm storm({.program = "storm-bytes", .bytes = kEach});
  LookNow();
  storm.Begin(1);
  Await({&storm});
  const Look before = LookNow();
  storm.Begin(20);
  Await({&storm});
  const Look after = LookNow();
  ASSERT_TRUE(before.written.contains("storm-bytes"));
  // The file system has to write a little more.
  const double written = after.written.at("storm-bytes") - before.written.at("storm-bytes");
  std::string all;
  for (const auto& [name, bytes] : after.written) {
    const auto at = before.written.find(name);
    const double more = bytes - (at != before.written.end() ? at->second : 0);
    if (more > 0) all += name + ": " + std::to_string(more) + "\n";
  }
  EXPECT_GE(written, 20 * kEach) << all;
  EXPECT_LE(written, 20 * kEach * 1.05);
}

}  // namespace
}  // namespace fdr

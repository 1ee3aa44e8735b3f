// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/stretch_usage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::why {
namespace {

using test::At, test::ArchiveBuilder, test::Payload, test::TempDirectory, test::Values;

constexpr InDomId kSomeProcesses = InDomId::Build(3, 9), kSomePrograms = InDomId::Build(508, 0),
                  kSomeUnits = InDomId::Build(508, 2);
constexpr MetricId kOwnMilliseconds = MetricId::Build(3, 8, 1),
                   kReadByProcess = MetricId::Build(3, 32, 1),
                   kWrittenByProcess = MetricId::Build(3, 32, 2),
                   kProgramTime = MetricId::Build(508, 0, 0),
                   kProgramRead = MetricId::Build(508, 0, 2),
                   kUnitTime = MetricId::Build(508, 2, 0);
constexpr Units kOfMilliseconds{.dim_time = 1, .scale_time = kMillisecondScale};
constexpr Units kOfBytes{.dim_space = 1};

// The recording was interrupted before `gap`; counters begin again at `restart`.
struct Breaks {
  std::optional<int> gap = {}, restart = {};
};

class StretchUsageTest : public testing::Test {
 protected:
  enum class Has : std::uint8_t { kProcesses, kTotals };

  // A minute, a sample a second.  sh (10) takes 100 ms a second, and reads 10 bytes and writes 30;
  // cc (11) comes at 20 and ends at 40, and takes 500 ms a second.  From 20 to 40, other programs
  // that no sample sees take 200 ms.
  void Write(Has has) const {
    ArchiveBuilder archive(base_);
    Declare(has, archive);
    for (std::int64_t t = 0; t <= 60; ++t) {
      DescribeDomains(t, has, archive);
      const std::int64_t build = std::clamp<std::int64_t>(t - 20, 0, 20);
      std::vector<Values> values = {{kOwnMilliseconds, {{10, t * 100}}},
                                    {kReadByProcess, {{10, t * 10}}},
                                    {kWrittenByProcess, {{10, t * 30}}}};
      if (t >= 20 && t <= 40) values[0].values.emplace_back(11, build * 500);
      if (has == Has::kTotals) {
        values.push_back({kProgramTime, {{0, build * 200}, {1, t * 100}}});
        if (t >= 20 && t <= 40) values.back().values.emplace_back(2, build * 500);
        values.push_back({kProgramRead, {{1, t * 10}}});
        values.push_back({kUnitTime, {{1, t * 100 + build * 700}}});
      }
      archive.Record(At(static_cast<double>(t)), values);
    }
    archive.Close();
  }

  static void Declare(Has has, ArchiveBuilder& archive) {
    const auto counter = [&](const char* name, MetricId id, InDomId indom, Units units) {
      archive.Metric({.name = name,
                      .id = id,
                      .type = Type::kU64,
                      .indom = indom,
                      .semantics = Semantics::kCounter,
                      .units = units});
    };
    counter("proc.psinfo.utime", kOwnMilliseconds, kSomeProcesses, kOfMilliseconds);
    counter("proc.io.read_bytes", kReadByProcess, kSomeProcesses, kOfBytes);
    counter("proc.io.write_bytes", kWrittenByProcess, kSomeProcesses, kOfBytes);
    if (has == Has::kTotals) {
      counter("fdr.usage.by_program.cpu", kProgramTime, kSomePrograms, kOfMilliseconds);
      counter("fdr.usage.by_program.read_bytes", kProgramRead, kSomePrograms, kOfBytes);
      counter("fdr.usage.by_unit.cpu", kUnitTime, kSomeUnits, kOfMilliseconds);
    }
  }

  // sh (10) takes 100 ms a second.
  void WriteAt(const std::vector<int>& processes, const std::vector<int>& programs,
               Breaks breaks = {}) const {
    ArchiveBuilder archive(base_);
    Declare(Has::kTotals, archive);
    archive.InDom(At(0), kSomeProcesses, {{10, "000010 /bin/sh"}})
        .InDom(At(0), kSomePrograms, {{1, "sh"}})
        .InDom(At(0), kSomeUnits, {{1, "cron.service"}});
    std::map<int, std::vector<Values>> records;
    const auto used = [&](int t) {
      return std::int64_t{t >= breaks.restart.value_or(t + 1) ? t - *breaks.restart : t} * 100;
    };
    for (const int t : processes) records[t].push_back({kOwnMilliseconds, {{10, used(t)}}});
    for (const int t : programs) records[t].push_back({kProgramTime, {{1, used(t)}}});
    for (const auto& [t, values] : records) {
      if (breaks.gap == t) archive.Mark(At(t - 0.5));
      archive.Record(At(t), values);
    }
    archive.Close();
  }
  static std::vector<int> Each(int step, int end) {
    std::vector<int> times;
    for (int t = 0; t <= end; t += step) times.push_back(t);
    return times;
  }

  // `cc` has no name of its own behind its end.
  static void DescribeDomains(std::int64_t t, Has has, ArchiveBuilder& archive) {
    if (t != 0 && t != 20 && t != 41) return;
    InstanceList processes = {{10, "000010 /bin/sh"}}, programs = {{0, "(other)"}, {1, "sh"}};
    if (t == 20) processes.push_back({11, "000011 /usr/bin/cc -c"});
    if (t == 20) programs.push_back({2, "cc"});
    archive.InDom(At(static_cast<double>(t)), kSomeProcesses, processes);
    if (has != Has::kTotals) return;
    archive.InDom(At(static_cast<double>(t)), kSomePrograms, programs);
    if (t == 0) archive.InDom(At(0), kSomeUnits, {{1, "cron.service"}});
  }

  StretchUsage Of(double from, double to) {
    const auto archive = ArchiveContext::Open(base_);
    EXPECT_TRUE(archive.has_value());
    const auto usage = UsageOfStretch(**archive, At(from), At(to), [](Timestamp) { return true; });
    EXPECT_TRUE(usage.has_value());
    return *usage;
  }

  static const UsageTable* Find(const StretchUsage& usage, std::string_view by) {
    const auto found = std::ranges::find(usage.tables, by, &UsageTable::by);
    return found == usage.tables.end() ? nullptr : &*found;
  }
  static UsedAmounts Row(const StretchUsage& usage, std::string_view by, std::string_view name) {
    const UsageTable* const table = Find(usage, by);
    if (table == nullptr) return {};
    const auto row = std::ranges::find(table->rows, name, &UsageRow::name);
    return row == table->rows.end() ? UsedAmounts() : row->used;
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_F(StretchUsageTest, AddsUpWhatEachProcessUsedThen) {
  Write(Has::kProcesses);
  const StretchUsage usage = Of(10.5, 30);
  EXPECT_NEAR(Row(usage, "process", "sh").cpu, 1.95, 1e-9) << "parts of samples count in part";
  EXPECT_NEAR(Row(usage, "process", "sh").read, 195, 1e-6);
  EXPECT_NEAR(Row(usage, "process", "sh").written, 585, 1e-6);
  EXPECT_NEAR(Row(usage, "process", "cc").cpu, 5, 1e-9);
  EXPECT_EQ(Find(usage, "process")->rows[1].pid, 11);
  EXPECT_NEAR(Row(usage, "program", "cc").cpu, 5, 1e-9);
  EXPECT_FALSE(Find(usage, "program")->is_counted);
  EXPECT_EQ(Find(usage, "unit"), nullptr);
}

TEST_F(StretchUsageTest, AProcessThatEndedLongBeforeTheEndHasItsName) {
  Write(Has::kProcesses);
  EXPECT_NEAR(Row(Of(15, 60), "process", "cc").cpu, 10, 1e-9);
  EXPECT_EQ(Row(Of(50, 60), "process", "cc").cpu, 0) << "it was gone";
  EXPECT_EQ(Find(Of(50, 60), "process")->rows.size(), 1u);
}

TEST_F(StretchUsageTest, ProgramsHaveWhatNoSampleSaw) {
  Write(Has::kTotals);
  const StretchUsage usage = Of(10, 55);
  EXPECT_TRUE(Find(usage, "program")->is_counted);
  EXPECT_NEAR(Row(usage, "program", "(other)").cpu, 4, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "cc").cpu, 10, 1e-9) << "it had lost its name by the end";
  EXPECT_NEAR(Row(usage, "program", "sh").read, 450, 1e-6);
  EXPECT_NEAR(Row(usage, "unit", "cron.service").cpu, 4.5 + 14, 1e-9);
  EXPECT_NEAR(usage.unseen.cpu, 4, 1e-9);
  EXPECT_EQ(usage.unseen.read, 0);
}

TEST_F(StretchUsageTest, TheLastTwoSamplesMayLieFarApart) {
  WriteAt(Each(20, 200), Each(20, 200));
  const StretchUsage usage = Of(196, 200);
  EXPECT_NEAR(Row(usage, "process", "sh").cpu, 0.4, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "sh").cpu, 0.4, 1e-9);
}

TEST_F(StretchUsageTest, ALateSampleHasWhatWasUsedUpToIt) {
  std::vector<int> times = Each(1, 100);
  times.insert(times.end(), {160, 161, 162});
  WriteAt(times, times);
  const StretchUsage usage = Of(120, 140);
  EXPECT_NEAR(Row(usage, "process", "sh").cpu, 2, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "sh").cpu, 2, 1e-9);
}

TEST_F(StretchUsageTest, ProcessesMayBeRecordedMoreRarelyThanPrograms) {
  WriteAt(Each(60, 600), Each(1, 600));
  const StretchUsage usage = Of(330, 340);
  EXPECT_NEAR(Row(usage, "process", "sh").cpu, 1, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "sh").cpu, 1, 1e-9);
  EXPECT_NEAR(usage.unseen.cpu, 0, 1e-9);
}

TEST_F(StretchUsageTest, WhatWasUsedDuringAnInterruptionIsNotKnown) {
  std::vector<int> times = Each(1, 30);
  for (int t = 60; t <= 90; ++t) times.push_back(t);
  WriteAt(times, times, {.gap = 60});
  const StretchUsage usage = Of(20, 70);
  EXPECT_NEAR(Row(usage, "process", "sh").cpu, 2, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "sh").cpu, 2, 1e-9);
  EXPECT_NEAR(usage.unseen.cpu, 0, 1e-9);
}

// The time of cc is in what make got while nothing was recorded, and not in what it got later.
TEST_F(StretchUsageTest, AChildMayEndDuringAnInterruption) {
  constexpr MetricId kChildrenMilliseconds = MetricId::Build(3, 8, 3),
                     kParentOf = MetricId::Build(3, 8, 4);
  ArchiveBuilder archive(base_);
  Declare(Has::kProcesses, archive);
  archive
      .Metric({.name = "proc.psinfo.cutime",
               .id = kChildrenMilliseconds,
               .type = Type::kU64,
               .indom = kSomeProcesses,
               .semantics = Semantics::kCounter,
               .units = kOfMilliseconds})
      .Metric({.name = "proc.psinfo.ppid", .id = kParentOf, .indom = kSomeProcesses})
      .InDom(At(0), kSomeProcesses, {{10, "000010 make"}, {11, "000011 cc"}});
  for (std::int64_t t = 0; t <= 30; ++t)
    archive.Record(At(static_cast<double>(t)),
                   {{kOwnMilliseconds, {{10, std::int64_t{0}}, {11, t * 100}}},
                    {kChildrenMilliseconds, {{10, std::int64_t{0}}}},
                    {kParentOf, {{11, std::int64_t{10}}}}});
  archive.Mark(At(30.5));
  for (std::int64_t t = 60; t <= 90; ++t)
    archive.Record(At(static_cast<double>(t)),
                   {{kOwnMilliseconds, {{10, std::int64_t{0}}}},
                    {kChildrenMilliseconds, {{10, 5000 + (t - 60) * 100}}}});
  archive.Close();
  const StretchUsage usage = Of(20, 70);
  EXPECT_NEAR(Row(usage, "program", "cc").cpu, 1, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "make").cpu, 1, 1e-9);
}

// A process with the number of an earlier one, and a recorder that was started again.
TEST_F(StretchUsageTest, ACounterThatBeganAgainHasWhatWasUsedSince) {
  WriteAt(Each(4, 60), Each(4, 60), {.restart = 30});
  const StretchUsage usage = Of(20, 40);
  EXPECT_NEAR(Row(usage, "process", "sh").cpu, 0.8 + 1, 1e-9);
  EXPECT_NEAR(Row(usage, "program", "sh").cpu, 0.8 + 1, 1e-9);
  EXPECT_NEAR(usage.unseen.cpu, 0, 1e-9);
}

// 100,000 processes and 10,000 names are added up.
TEST_F(StretchUsageTest, ATableSaysThatSomeAreLeftOut) {
  constexpr InstanceId kManyProcesses = 100'001, kManyPrograms = 10'001;
  ArchiveBuilder archive(base_);
  Declare(Has::kTotals, archive);
  InstanceList names;
  std::vector<std::string> texts;
  for (InstanceId i = 1; i <= kManyPrograms; ++i) texts.push_back("p" + std::to_string(i));
  for (InstanceId i = 1; i <= kManyPrograms; ++i)
    names.push_back({i, texts[static_cast<std::size_t>(i) - 1]});
  archive.InDom(At(0), kSomePrograms, names)
      .InDom(At(0), kSomeProcesses, {{1, "000001 init"}})
      .InDom(At(0), kSomeUnits, {{1, "cron.service"}});
  for (int t = 0; t <= 2; ++t) {
    Values processes{kOwnMilliseconds, {}}, programs{kProgramTime, {}};
    for (InstanceId i = 1; i <= kManyProcesses; ++i)
      processes.values.emplace_back(i, std::int64_t{t});
    for (InstanceId i = 1; i <= kManyPrograms; ++i)
      programs.values.emplace_back(i, std::int64_t{t});
    archive.Record(At(t), {processes, programs, {kUnitTime, {{1, std::int64_t{t}}}}});
  }
  archive.Close();
  const StretchUsage usage = Of(0, 2);
  EXPECT_TRUE(Find(usage, "process")->is_cut);
  EXPECT_EQ(Find(usage, "process")->rows.size(), 100'000u);
  EXPECT_TRUE(Find(usage, "program")->is_cut);
  EXPECT_EQ(Find(usage, "program")->rows.size(), 10'000u);
  EXPECT_FALSE(Find(usage, "unit")->is_cut);
}

TEST_F(StretchUsageTest, AnArchiveWithoutProcessesHasNoTables) {
  ArchiveBuilder archive(base_);
  archive.Metric({.name = "x", .id = MetricId::Build(60, 0, 1)});
  for (int t = 0; t <= 5; ++t)
    archive.Record(At(t), {test::Single(MetricId::Build(60, 0, 1), std::int64_t{t})});
  archive.Close();
  EXPECT_TRUE(Of(1, 4).tables.empty());
}

TEST_F(StretchUsageTest, TheWorkEndsWhenItIsToldTo) {
  Write(Has::kTotals);
  const auto archive = ArchiveContext::Open(base_);
  int asked = 0;
  const auto usage = UsageOfStretch(**archive, At(10), At(50), [&](Timestamp) {
    ++asked;
    return false;
  });
  EXPECT_TRUE(usage.has_value());
  EXPECT_EQ(asked, 2) << "once in each pass";
}

}  // namespace
}  // namespace fdr::why

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/program_courses.h"

#include <gtest/gtest.h>

#include "fdr/replay/why/machine_course.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::why {
namespace {

using test::At, test::ArchiveBuilder, test::TempDirectory;

constexpr InDomId kProcesses = InDomId::Build(3, 9);
constexpr MetricId kTime = MetricId::Build(3, 8, 1), kMemory = MetricId::Build(3, 8, 2),
                   kCmd = MetricId::Build(3, 8, 3), kIdleTime = MetricId::Build(60, 0, 1);

std::string Hundredths(const Line& line) {
  std::string text;
  for (const float value : line) text += std::to_string(std::lround(value * 100)) + ' ';
  return text;
}

class ProgramCoursesTest : public testing::Test {
 protected:
  ProgramCoursesTest() : archive_(base_) {
    const Units time{.dim_time = 1, .scale_time = kMillisecondScale};
    archive_.Metric({"kernel.all.cpu.idle", kIdleTime, Type::kU64, {}, Semantics::kCounter, time})
        .Metric({"proc.psinfo.utime", kTime, Type::kU64, kProcesses, Semantics::kCounter, time})
        .Metric({"proc.psinfo.rss",
                 kMemory,
                 Type::kU64,
                 kProcesses,
                 Semantics::kInstant,
                 {.dim_space = 1, .scale_space = 1}})
        .Metric({"proc.psinfo.cmd", kCmd, Type::kString, kProcesses, Semantics::kDiscrete})
        .InDom(At(0), kProcesses, {{1, "000001 a"}, {2, "000002 b"}, {3, "000003 b"}})
        .Record(At(0),
                {{kCmd, {{1, std::string("a")}, {2, std::string("b")}, {3, std::string("b")}}}});
  }

  ProgramLines Read() {
    archive_.Close();
    const auto archive = ArchiveContext::Open(base_);
    EXPECT_TRUE(archive.has_value());
    const std::vector<std::string> metrics = {"kernel.all.cpu.idle"};
    const auto course = MachineCourse::Read(**archive, metrics, [](Timestamp) { return true; });
    EXPECT_TRUE(course.has_value());
    EXPECT_DOUBLE_EQ(course->grid().cell, 1);
    return course->programs();
  }

  void Record(int t, std::vector<std::pair<InstanceId, test::Payload>> times,
              std::vector<std::pair<InstanceId, test::Payload>> memory = {}) {
    archive_.Record(At(t), {test::Single(kIdleTime, std::int64_t{t}),
                            {kTime, std::move(times)},
                            {kMemory, std::move(memory)}});
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  ArchiveBuilder archive_;
};

TEST_F(ProgramCoursesTest, ProcessesOfAProgramAreAddedUp) {
  for (int t = 0; t <= 64; ++t) {
    const std::int64_t used = std::clamp(t - 2, 0, 2) * 500;
    Record(t, {{1, std::int64_t{0}}, {2, used}, {3, used}});
  }
  const ProgramLines lines = Read();
  ASSERT_EQ(lines.processors.size(), 1U);
  EXPECT_EQ(lines.processors[0].program, "b");
  EXPECT_EQ(Hundredths(lines.processors[0].line).substr(0, 18), "0 0 100 100 0 0 0 ");
}

TEST_F(ProgramCoursesTest, MemoryHoldsUpToTheNextSample) {
  for (int t = 0; t <= 64; ++t)
    Record(t, {}, {{2, std::int64_t{t >= 10 && t < 20 ? 1'000'000 : 100}}});
  const ProgramLines lines = Read();
  ASSERT_EQ(lines.memory.size(), 1U);
  EXPECT_FLOAT_EQ(lines.memory[0].line[10], 1'024'000'000);
  EXPECT_FLOAT_EQ(lines.memory[0].line[19], 1'024'000'000);
  EXPECT_EQ(lines.memory[0].line[20], 0);
}

TEST_F(ProgramCoursesTest, ProcessesWithoutNamesAreNotOneProgram) {
  for (int t = 0; t <= 64; ++t)
    Record(t, {{4, std::int64_t{t} * 900}, {5, std::int64_t{t} * 900}},
           {{4, std::int64_t{1'000'000}}, {5, std::int64_t{1'000'000}}});
  const ProgramLines lines = Read();
  EXPECT_TRUE(lines.processors.empty());
  EXPECT_TRUE(lines.memory.empty());
}

TEST_F(ProgramCoursesTest, MemoryThatIsNoLongerRecordedIsGone) {
  for (int t = 0; t <= 64; ++t)
    Record(t, {},
           t == 10 || t == 50
               ? std::vector<std::pair<InstanceId, test::Payload>>{{2, std::int64_t{1'000'000}}}
               : std::vector<std::pair<InstanceId, test::Payload>>{{1, std::int64_t{10}}});
  EXPECT_TRUE(Read().memory.empty());
}

// Samples are a little late, and no shorter time is known.
TEST_F(ProgramCoursesTest, MemoryHoldsForSamplesOfTenSecondsAndMore) {
  for (int t = 0; t <= 64; ++t) {
    archive_.Record(At(t), {test::Single(kIdleTime, std::int64_t{t})});
    if (t % 11 == 0) archive_.Record(At(t + 0.5), {{kMemory, {{2, std::int64_t{1'000'000}}}}});
  }
  const ProgramLines lines = Read();
  ASSERT_EQ(lines.memory.size(), 1U);
  for (const std::size_t i : {1u, 10u, 20u, 30u, 50u})
    EXPECT_FLOAT_EQ(lines.memory[0].line[i], 1'024'000'000);
}

TEST_F(ProgramCoursesTest, NothingIsKnownWhileProcessesAreNotRecorded) {
  for (int t = 0; t <= 64; ++t) {
    const bool is_recorded = t < 20 || t > 40;
    Record(t, {},
           is_recorded
               ? std::vector<std::pair<InstanceId, test::Payload>>{{2, std::int64_t{1'000'000}}}
               : std::vector<std::pair<InstanceId, test::Payload>>{});
  }
  const Line line = Read().memory.front().line;
  EXPECT_FLOAT_EQ(line[18], 1'024'000'000);
  EXPECT_TRUE(std::isnan(line[30]));
}

TEST_F(ProgramCoursesTest, LongNamesAreShortened) {
  archive_.Record(At(0.5),
                  {{kCmd, {{2, std::string(63, 'x') + "\u00e4" + std::string(999, 'y')}}}});
  for (int t = 1; t <= 64; ++t) Record(t, {}, {{2, std::int64_t{1'000'000}}});
  EXPECT_EQ(Read().memory.front().program, std::string(63, 'x'));
}

}  // namespace
}  // namespace fdr::why

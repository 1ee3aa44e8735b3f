// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Archives with absurd contents.

#include "fdr/replay/why/explain.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::why {
namespace {

using test::At, test::ArchiveBuilder, test::TempDirectory;

constexpr InDomId kDisks = InDomId::Build(60, 1), kTasks = InDomId::Build(3, 9);
constexpr MetricId kRead = MetricId::Build(60, 0, 1), kWritten = MetricId::Build(60, 0, 2),
                   kSpent = MetricId::Build(3, 8, 1), kParent = MetricId::Build(3, 8, 2),
                   kIdleNow = MetricId::Build(60, 0, 3);

class ExplainTest : public testing::Test {
 protected:
  Result<Explanation> Ask() const {
    const auto archive = ArchiveContext::Open(base_);
    EXPECT_TRUE(archive.has_value());
    return Explain(**archive, {});
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_F(ExplainTest, OneRecordIsNoRecording) {
  ArchiveBuilder archive(base_);
  archive.Metric({"kernel.all.cpu.idle", kIdleNow, Type::kU64, {}, Semantics::kCounter})
      .Record(At(0), {test::Single(kIdleNow, std::int64_t{1})})
      .Close();
  const auto why = Ask();
  ASSERT_TRUE(why.has_value());
  EXPECT_TRUE(why->findings.empty());
}

TEST_F(ExplainTest, MetricsMayHaveOtherTypes) {
  ArchiveBuilder archive(base_);
  archive.Metric({"kernel.all.cpu.idle", kIdleNow, Type::kString})
      .Metric({"proc.psinfo.utime", kSpent, Type::kString, kTasks})
      .Metric({"proc.psinfo.cmd", kParent, Type::kU32, kTasks})
      .InDom(At(0), kTasks, {{1, "1"}});
  for (int t = 0; t < 100; ++t)
    archive.Record(At(t), {test::Single(kIdleNow, std::string("x")),
                           {kSpent, {{1, std::string("y")}}},
                           {kParent, {{1, std::int64_t{7}}}}});
  archive.Close();
  EXPECT_TRUE(Ask().has_value());
}

TEST_F(ExplainTest, NumbersMayBeAbsurd) {
  ArchiveBuilder archive(base_);
  archive.Metric({"hinv.ncpu", kIdleNow, Type::kDouble})
      .Metric({"disk.dev.read_bytes", kRead, Type::kDouble, kDisks, Semantics::kCounter})
      .Metric({"disk.dev.write_bytes", kWritten, Type::kDouble, kDisks, Semantics::kCounter})
      .Metric({"proc.psinfo.utime", kSpent, Type::kDouble, kTasks, Semantics::kCounter})
      .Metric({"proc.psinfo.ppid", kParent, Type::kDouble, kTasks})
      .InDom(At(0), kDisks, {{0, "sda"}})
      .InDom(At(0), kTasks, {{2, "{value} {where}"}, {5, ""}});
  for (int t = 0; t < 100; ++t) {
    const double number = t % 3 == 0 ? 1e308 : t % 3 == 1 ? -1e308 : std::nan("");
    archive.Record(At(t), {test::Single(kIdleNow, number),
                           {kRead, {{0, number}}},
                           {kWritten, {{0, number}}},
                           {kSpent, {{2, number}, {5, number}}},
                           {kParent, {{2, 1e300}, {5, number}}}});
  }
  archive.Close();
  EXPECT_TRUE(Ask().has_value());
}

// Metrics with many instances leave room for those of the whole machine.
TEST_F(ExplainTest, ManyDisksDoNotHideTheProcessors) {
  InstanceList disks;
  std::vector<std::string> names;
  for (int i = 0; i < 5000; ++i) names.push_back("sd" + std::to_string(i));
  for (int i = 0; i < 5000; ++i) disks.push_back({i, names[static_cast<std::size_t>(i)]});
  ArchiveBuilder archive(base_);
  const Units time{.dim_time = 1, .scale_time = kMillisecondScale};
  archive.Metric({"disk.dev.read_bytes", kRead, Type::kU64, kDisks, Semantics::kCounter})
      .Metric({"disk.dev.write_bytes", kWritten, Type::kU64, kDisks, Semantics::kCounter})
      .Metric({"kernel.all.cpu.idle", kIdleNow, Type::kU64, {}, Semantics::kCounter, time})
      .Metric({"kernel.all.cpu.user", kSpent, Type::kU64, {}, Semantics::kCounter, time})
      .InDom(At(0), kDisks, disks);
  for (int t = 0; t <= 100; ++t) {
    const std::int64_t used = std::clamp(t - 40, 0, 20) * 1000;
    archive.Record(At(t), {test::Single(kIdleNow, t * 1000 - used), test::Single(kSpent, used)});
  }
  archive.Close();
  const auto why = Ask();
  ASSERT_TRUE(why.has_value());
  ASSERT_EQ(why->findings.size(), 1U);
  EXPECT_EQ(why->findings[0].cause, Cause::kCpu);
  EXPECT_EQ(why->in_part,
            (std::vector<std::string>{"disk.dev.read_bytes", "disk.dev.write_bytes"}));
  EXPECT_EQ(std::ranges::count(why->missing, "disk.dev.write_bytes"), 0);
}

// The lines together are bounded, whatever the archive says of its length and its disks.
TEST_F(ExplainTest, ManyDisksOfALongTime) {
  InstanceList disks;
  std::vector<std::string> names;
  for (int i = 0; i < 10'000; ++i) names.push_back("sd" + std::to_string(i));
  for (int i = 0; i < 10'000; ++i) disks.push_back({i, names[static_cast<std::size_t>(i)]});
  ArchiveBuilder archive(base_);
  archive.Metric({"disk.dev.read_bytes", kRead, Type::kU64, kDisks, Semantics::kCounter})
      .Metric({"disk.dev.write_bytes", kWritten, Type::kU64, kDisks, Semantics::kCounter})
      .InDom(At(0), kDisks, disks)
      .Record(At(0), {{kRead, {{0, std::int64_t{0}}}}, {kWritten, {{0, std::int64_t{0}}}}})
      .Record(At(1e8), {{kRead, {{0, std::int64_t{5}}}}, {kWritten, {{0, std::int64_t{5}}}}})
      .Close();
  EXPECT_TRUE(Ask().has_value());
}

}  // namespace
}  // namespace fdr::why

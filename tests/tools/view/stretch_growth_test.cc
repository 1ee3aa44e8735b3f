// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/stretch_growth.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

using test::At;

constexpr MetricId kUse = MetricId::Build(60, 0, 1);
constexpr InDomId kUsers = InDomId::Build(60, 1);

bool Always() { return true; }
bool Never() { return false; }

class StretchGrowthTest : public testing::Test {
 protected:
  StretchGrowthTest() {
    archive_
        .Metric({.name = "toy.use",
                 .id = kUse,
                 .type = Type::kU64,
                 .indom = kUsers,
                 .semantics = Semantics::kCounter})
        .InDom(At(0), kUsers, {{1, "a"}, {2, "b"}, {3, "c"}});
  }
  void Record(int at, std::vector<std::pair<InstanceId, test::Payload>> values) {
    archive_.Record(At(at), {{kUse, std::move(values)}});
  }
  void Open() {
    archive_.Close();
    context_ = std::move(*ArchiveContext::Open(directory_ / "toy"));
    const std::vector<std::string> names = {"toy.use"};
    metrics_ = WatchMetrics(*context_, names);
  }
  bool Read(double from, double to, const std::function<bool()>& go_on = Always) {
    return growth_.Read(*context_, metrics_, At(from), At(to), go_on).value();
  }
  double Of(InstanceId instance) const { return NumberOf(growth_.Of(0, instance)).value_or(-1); }

  const test::TempDirectory directory_;
  test::ArchiveBuilder archive_{directory_ / "toy"};
  std::unique_ptr<ArchiveContext> context_;
  std::vector<WatchedMetric> metrics_;
  StretchGrowth growth_;
};

constexpr std::int64_t operator""_n(unsigned long long number) {
  return static_cast<std::int64_t>(number);
}

// As in the drawing.
TEST_F(StretchGrowthTest, CountsThoseThatCameAndWent) {
  Record(10, {{1, 100_n}, {3, 90_n}});
  Record(20, {{1, 120_n}, {2, 5_n}, {3, 95_n}});
  Record(30, {{1, 130_n}, {2, 25_n}, {3, 1_n}});
  Record(40, {{1, 140_n}, {3, 4_n}});
  Open();
  EXPECT_TRUE(Read(15, 40));
  EXPECT_EQ(Of(1), 30);
  EXPECT_EQ(Of(2), 20);
  EXPECT_NEAR(Of(3), 6.5, 0.6) << "interpolated counters are whole";
  EXPECT_TRUE(Read(15, 35)) << "back";
  EXPECT_EQ(Of(1), 25);
  EXPECT_TRUE(Read(15, 40)) << "and on";
  EXPECT_EQ(Of(1), 30);
  EXPECT_EQ(growth_.Instances(0).size(), 3u);
}

TEST_F(StretchGrowthTest, NothingIsKnownAcrossAnInterruption) {
  Record(10, {{1, 100_n}});
  Record(20, {{1, 110_n}});
  archive_.Mark(At(20.001));
  Record(30, {{1, 1000_n}});
  Record(40, {{1, 1001_n}});
  Open();
  EXPECT_TRUE(Read(10, 40));
  EXPECT_EQ(Of(1), 11);
}

TEST_F(StretchGrowthTest, AKeyIsObeyedInBetween) {
  for (int i = 0; i <= 1000; ++i) Record(i, {{1, std::int64_t{i}}});
  Open();
  EXPECT_FALSE(Read(0, 1000, Never));
  const double part = Of(1);
  EXPECT_GT(part, 0);
  EXPECT_LT(part, 1000);
  int times = 1;
  while (!Read(0, 1000, Never)) ++times;
  EXPECT_GT(times, 10);
  EXPECT_EQ(Of(1), 1000) << "it goes on where it was";
}

}  // namespace
}  // namespace fdr::tools

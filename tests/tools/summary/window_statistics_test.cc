// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a window beside interpolation: the distribution is the one that arbitrarily small
// steps of interpolation would show.

#include "fdr/tools/summary/window_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

constexpr const char* kPicture = R"(
time    1000  1010  1015  1020  1040 1041.999  1042  1060 1060.000001  1070  1090
c        100   200     .   220   280      281     |    10           .    20   120  counter u64
i          5     9     7     .     3       30     |    10           .    90    10  instant double
d          1     .     2     .     .        2     |     7           .     .     .  discrete double
x[1]       1     2     .     3     .        .     |     5           .     5     6  instant double
x[2]       1     2     .     .     5        .     |     5           .     6     7  instant double
y[1]       1     2     .     4     5        6     |     5           .     6     7  counter u64
z[1]       .     .     .     .     .        .     |    10           .    20    30  counter u64
z[2]       .     .     .     .     .        .     |     .           5    15    25  counter u64
)";

class WindowStatisticsTest : public testing::Test {
 protected:
  void SetUp() override {
    WriteToy(base_, kPicture);
    auto context = ArchiveContext::Open(base_);
    ASSERT_EQ(ErrorOf(context), "");
    context_ = std::move(*context);
  }

  const SeriesStatistics* Read(const std::string& metric, double from, double to) {
    auto columns = tools::SelectColumns({*context_}, {metric}, false, {"A test", 100});
    EXPECT_EQ(ErrorOf(columns), "");
    columns_ = std::move(*columns);
    tools::DamageReport damage(false);
    statistics_ =
        tools::ReadStatistics(*context_, *context_, columns_, {At(from), At(to)}, damage, true);
    return statistics_->Of(0);
  }

  // The mean and the length of what interpolation shows, in small steps.  A counter's rate is its
  // growth from step to step.
  std::pair<double, double> Interpolated(const std::string& metric, double from, double to) {
    constexpr double kStep = 0.05;
    const MetricId id = *context_->Find(metric);
    const bool is_counter = context_->DescOf(id)->semantics == Semantics::kCounter;
    double sum = 0, length = 0;
    std::optional<double> last;
    for (double t = from + kStep / 2; t < to; t += kStep) {
      FetchResult result;
      EXPECT_TRUE(context_->FetchAt(At(t), {&id, 1}, result));
      std::optional<double> value;
      if (result.sets()[0].count == 1) {
        const FetchedValue fetched = result.Values(result.sets()[0])[0];
        value = is_counter ? static_cast<double>(fetched.bits) : fetched.AsDouble();
      }
      if (is_counter && value) {
        if (last && *value >= *last) {
          sum += *value - *last;
          length += kStep;
        }
      } else if (value) {
        sum += *value * kStep;
        length += kStep;
      }
      last = value;
    }
    return {sum / length, length};
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> context_;
  std::vector<tools::Column> columns_;
  std::unique_ptr<tools::ColumnStatistics> statistics_;
};

// The ends of a window are between recorded values only for counters: the place where one value
// follows the other is known only inside the window.
TEST_F(WindowStatisticsTest, TheDistributionIsThatOfInterpolation) {
  const struct {
    double from, to;
    std::vector<const char*> metrics;
  } windows[] = {{1000, 1090, {"c", "i", "d"}}, {1010, 1070, {"c", "i"}}, {1015, 1040, {"c", "i"}},
                 {1060, 1090, {"c", "i", "d"}}, {1005, 1075, {"c"}},      {1012, 1018, {"c"}},
                 {1030, 1065, {"c"}},           {1000, 1041, {"c"}}};
  for (const auto& [from, to, metrics] : windows) {
    for (const char* metric : metrics) {
      const SeriesStatistics* of = Read(metric, from, to);
      ASSERT_NE(of, nullptr) << metric << ' ' << from;
      const auto [mean, length] = Interpolated(metric, from, to);
      EXPECT_NEAR(of->seconds(), length, 0.3) << metric << ' ' << from << ' ' << to;
      EXPECT_NEAR(of->values().Mean(), mean, std::fabs(mean) * 0.01)
          << metric << ' ' << from << ' ' << to;
    }
  }
}

TEST_F(WindowStatisticsTest, AWindowWithoutRecordsHasTheValuesAround) {
  const SeriesStatistics* of = Read("c", 1022, 1032);
  ASSERT_NE(of, nullptr);
  EXPECT_EQ(of->count(), 0u);
  EXPECT_NEAR(of->values().Mean(), 3, 1e-9);
  EXPECT_NEAR(of->seconds(), 10, 1e-9);
  EXPECT_EQ(Read("c", 1045, 1055), nullptr) << "nothing is known there";
  EXPECT_EQ(statistics_->pass().records(), 0u);
}

TEST_F(WindowStatisticsTest, AGapIsCountedWhereverItLies) {
  Read("c", 1000, 1090);
  EXPECT_EQ(statistics_->pass().gaps(), 1u);
  EXPECT_EQ(statistics_->pass().records(), 8u);
  Read("c", 1030, 1050);
  EXPECT_EQ(statistics_->pass().gaps(), 1u);
  EXPECT_NEAR(statistics_->Of(0)->seconds(), 11.999, 1e-6);
  Read("c", 1065, 1090);
  EXPECT_EQ(statistics_->pass().gaps(), 0u);
}

// x[2] is not in the record at 1020, so it was gone there.
TEST_F(WindowStatisticsTest, AnInstanceThatARecordLacksWasGone) {
  Read("x", 1000, 1041);
  ASSERT_NE(statistics_->Of(1), nullptr);
  EXPECT_EQ(columns_[1].instance, "inst2");
  EXPECT_NEAR(statistics_->Of(1)->seconds(), 10, 1e-9);
  EXPECT_EQ(statistics_->Of(1)->count(), 3u);
  EXPECT_NEAR(statistics_->Of(0)->seconds(), 20, 1e-9);
  EXPECT_NEAR(statistics_->PresenceOf(0), 0.5, 1e-9) << "of the 40 s between records of x";
  EXPECT_NEAR(statistics_->PresenceOf(1), 0.25, 1e-9);
}

// The record at 1060.000001 has an earlier value of z[2] only, and belongs to the sample at 1060.
TEST_F(WindowStatisticsTest, AValueThatWasKnownLateDoesNotEndTheOthers) {
  Read("z", 1043, 1090);
  for (const std::size_t instance : {0u, 1u}) {
    ASSERT_NE(statistics_->Of(instance), nullptr);
    EXPECT_NEAR(statistics_->Of(instance)->seconds(), 30, 1e-5);
    EXPECT_NEAR(statistics_->PresenceOf(instance), 1, 1e-5);
    EXPECT_EQ(statistics_->SamplesOf(instance), 3u);
  }
  EXPECT_TRUE(statistics_->HasMetric(0));
}

// No record behind the gap has the metric, so the walk meets the gap at its end.
TEST_F(WindowStatisticsTest, ADiscreteValueEndsAtAGapWithoutALaterValue) {
  const char* const pictures[] = {R"(
time    1000  1010  1020  1030  1040  1050
d          5     .     .     .     .     .  discrete double
i          1     2     3     4     5     6  instant double
)",
                                  R"(
time    1000  1010  1020  1025  1040  1050
d          5     .     .     |     .     .  discrete double
i          1     2     3     |     5     6  instant double
)"};
  for (const bool is_damaged : {true, false}) {
    const std::string base = directory_ / (is_damaged ? "damaged" : "marked");
    WriteToy(base, pictures[is_damaged ? 0 : 1]);
    if (is_damaged) DamageRecord(base + ".0", 3);
    ReplayOptions options;
    options.on_damage = [](const Problem&) {};
    context_ = *ArchiveContext::Open(base, options);
    for (const double end : {1050, 1045}) {
      const SeriesStatistics* of = Read("d", 1000, end);
      ASSERT_NE(of, nullptr);
      EXPECT_NEAR(of->seconds(), 20, 1e-9);
      EXPECT_NEAR(statistics_->RecordedOf(0).Part(TimeCells::kCells / 4), 1, 1e-6);
      EXPECT_EQ(statistics_->RecordedOf(0).Part(TimeCells::kCells - 1), 0);
    }
  }
}

TEST_F(WindowStatisticsTest, AMetricNamedTwiceIsReadOnce) {
  auto columns = tools::SelectColumns({*context_}, {"i"}, false, {"A test", 100});
  ASSERT_EQ(ErrorOf(columns), "");
  columns->push_back(columns->front());
  tools::DamageReport damage(false);
  const auto statistics =
      tools::ReadStatistics(*context_, *context_, *columns, {At(1000), At(1041)}, damage, true);
  EXPECT_EQ(statistics->Of(0), statistics->Of(1));
}

}  // namespace
}  // namespace fdr::test

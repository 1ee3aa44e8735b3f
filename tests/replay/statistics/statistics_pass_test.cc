// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Many series at once, beside each series by itself.

#include "fdr/replay/statistics/statistics_pass.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fdr::test {
namespace {

constexpr StatisticsWindow kHalfHour{{1000, 0}, {2800, 0}};
constexpr MetricId kMetric{4711};
constexpr InstanceId kInstances = 5;
constexpr SeriesRules kRules{Type::kU32, Semantics::kInstant, false, 1};

using Sample = std::vector<std::pair<InstanceId, std::uint32_t>>;

std::vector<SeriesChoice> AllInstances() {
  std::vector<SeriesChoice> choices;
  for (InstanceId i = 0; i < kInstances; ++i) choices.push_back({kMetric, i, kRules});
  return choices;
}

void Give(std::int64_t second, const Sample& sample, StatisticsPass& pass) {
  FetchResult result;
  result.Begin({1000 + second, 0});
  result.AddSet(kMetric, SetStatus::kValues);
  for (const auto& [instance, value] : sample) result.AddInPlace(instance, value);
  pass.Take(result);
}

// Most records have the instances of the one before.
std::vector<Sample> RandomSamples(std::size_t count) {
  std::mt19937 random(1);
  std::vector<Sample> samples;
  std::vector<InstanceId> instances{0, 1, 2};
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 100 == 0) {
      instances.clear();
      for (InstanceId instance = 0; instance < kInstances; ++instance)
        if (random() % 2 == 0) instances.push_back(instance);
      std::shuffle(instances.begin(), instances.end(), random);
    }
    Sample& sample = samples.emplace_back();
    for (const InstanceId instance : instances) sample.emplace_back(instance, random() % 1000);
  }
  return samples;
}

TEST(StatisticsPassTest, EachSeriesHasWhatItWouldHaveByItself) {
  const std::vector<Sample> samples = RandomSamples(1800);
  StatisticsPass pass(AllInstances(), kHalfHour);
  std::map<InstanceId, SeriesStatistics> alone;
  std::map<InstanceId, std::size_t> seen;
  std::size_t count = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    Give(static_cast<std::int64_t>(i), samples[i], pass);
    count += !samples[i].empty();
    for (const auto& [instance, value] : samples[i]) {
      SeriesStatistics& series = alone.try_emplace(instance, kRules, kHalfHour).first->second;
      if (seen.contains(instance) && seen[instance] + 1 < count) series.Break({kHalfHour.start, 0});
      seen[instance] = count;
      series.Take({{1000 + static_cast<std::int64_t>(i), 0}, static_cast<double>(i)}, value, true);
    }
  }
  pass.Finish();
  ASSERT_EQ(alone.size(), std::size_t{kInstances});
  for (auto& [instance, series] : alone) {
    series.Finish({kHalfHour.start, 0});
    const SeriesStatistics* const of = pass.Of(static_cast<std::size_t>(instance));
    ASSERT_NE(of, nullptr);
    EXPECT_EQ(of->count(), series.count());
    EXPECT_EQ(of->seconds(), series.seconds());
    EXPECT_EQ(of->max().stamp, series.max().stamp);
    EXPECT_EQ(of->values().Mean(), series.values().Mean());
    EXPECT_EQ(of->values().Quantile(0.9), series.values().Quantile(0.9));
    EXPECT_EQ(of->cells().Mean(0, 7), series.cells().Mean(0, 7));
  }
}

TEST(StatisticsPassTest, OfSeveralValuesOfAnInstanceTheFirstCounts) {
  StatisticsPass pass(AllInstances(), kHalfHour);
  Give(0, {{1, 10}, {2, 20}, {1, 99}}, pass);
  Give(10, {{1, 10}, {2, 20}, {1, 99}}, pass);
  pass.Finish();
  EXPECT_EQ(pass.Of(0), nullptr);
  EXPECT_EQ(pass.Of(1)->count(), 2u);
  EXPECT_EQ(pass.Of(1)->max().value, 10);
  EXPECT_EQ(pass.Of(2)->values().Mean(), 20);
}

// Instance 2 is gone in the last record before the gap.
TEST(StatisticsPassTest, ADiscreteValueHoldsUpToTheGapIfItIsNotGone) {
  std::vector<SeriesChoice> choices = AllInstances();
  for (SeriesChoice& choice : choices) choice.rules.semantics = Semantics::kDiscrete;
  StatisticsPass pass(choices, kHalfHour);
  Give(0, {{1, 10}, {2, 20}}, pass);
  Give(100, {{1, 10}, {2, 20}}, pass);
  Give(300, {{1, 10}}, pass);
  pass.BreakAt({1000 + 900, 0});
  Give(1200, {{1, 10}}, pass);
  pass.Finish();
  EXPECT_EQ(pass.gaps(), 1u);
  EXPECT_EQ(pass.Of(1)->seconds(), 900 + 600);
  EXPECT_EQ(pass.Of(2)->seconds(), 100);
  const TimeCells& recorded = pass.RecordedOf(1);
  EXPECT_NEAR(recorded.Part(15), 1, 1e-6);
  EXPECT_EQ(recorded.Part(17), 0);
  EXPECT_NEAR(recorded.Part(31), 1, 1e-6);
}

}  // namespace
}  // namespace fdr::test

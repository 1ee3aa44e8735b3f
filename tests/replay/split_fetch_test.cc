// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/split_fetch.h"

#include <gtest/gtest.h>

#include <vector>

namespace fdr {
namespace {

constexpr MetricId Metric(std::uint32_t domain, std::uint32_t item) {
  return MetricId::Build(domain, 0, item);
}

// The value of a metric is its item.
void Answer(SplitFetch::Part& part) {
  part.result.Begin({});
  for (const MetricId id : part.ids) {
    part.result.AddSet(id, SetStatus::kValues);
    part.result.AddInPlace(kSingular, id.item());
  }
  part.has_values = true;
}

SplitFetch ByDomain(const std::vector<MetricId>& metrics) {
  return SplitFetch(metrics, [](MetricId id) { return id.domain(); });
}

TEST(SplitFetchTest, HasAPartForEachSourceInTheOrderOfTheMetrics) {
  const std::vector metrics = {Metric(9, 1), Metric(4, 2), Metric(9, 3), Metric(9, 1)};
  SplitFetch split = ByDomain(metrics);
  ASSERT_EQ(split.parts().size(), 2u);
  EXPECT_EQ(split.parts()[0].source, 9u);
  EXPECT_EQ(split.parts()[0].ids, (std::vector{Metric(9, 1), Metric(9, 3), Metric(9, 1)}));
  EXPECT_EQ(split.parts()[1].ids, (std::vector{Metric(4, 2)}));
  EXPECT_FALSE(split.End());
  EXPECT_TRUE(split.End());
}

TEST(SplitFetchTest, MergesTheSetsInTheOrderOfTheMetrics) {
  const std::vector metrics = {Metric(9, 1), Metric(4, 2), Metric(9, 3), Metric(9, 1)};
  SplitFetch split = ByDomain(metrics);
  for (SplitFetch::Part& part : split.parts()) Answer(part);
  FetchResult result;
  split.Merge({5, 6}, result);
  EXPECT_EQ(result.stamp(), (Timestamp{5, 6}));
  ASSERT_EQ(result.sets().size(), 4u);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    EXPECT_EQ(result.sets()[i].id, metrics[i]);
    EXPECT_EQ(result.Values(result.sets()[i])[0].bits, metrics[i].item());
  }
}

TEST(SplitFetchTest, ASourceWithoutValuesHasEmptySets) {
  const std::vector metrics = {Metric(9, 1), Metric(4, 2)};
  SplitFetch split = ByDomain(metrics);
  Answer(split.parts()[0]);
  FetchResult result;
  split.Merge({}, result);
  EXPECT_EQ(result.sets()[0].status, SetStatus::kValues);
  EXPECT_EQ(result.sets()[1].status, SetStatus::kNoValues);
  EXPECT_EQ(result.sets()[1].id, Metric(4, 2));
}

}  // namespace
}  // namespace fdr

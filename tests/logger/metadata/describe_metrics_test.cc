// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/describe_metrics.h"

#include <gtest/gtest.h>

#include <optional>

#include "fdr/tests/hosts/invented_source.h"

namespace fdr {
namespace {

class DescribeMetricsTest : public testing::Test {
 protected:
  DescribeMetricsTest() {
    load_ = source_.Add("load", 1, 5).desc.id;
    mem_ = source_.Add("mem", 2, 7).desc.id;
  }

  Result<std::vector<MetricId>> Describe(const std::vector<MetricId>& metrics) {
    std::optional<Result<std::vector<MetricId>>> answer;
    StartDescribing(source_, metrics, feed_, [&](auto described) { answer = described; });
    return answer.value();
  }

  test::InventedSource source_;
  MetadataFeed feed_{source_, 1 << 20};
  MetricId load_, mem_;
};

TEST_F(DescribeMetricsTest, MetricsAreKnownAfterwardsEachOnce) {
  EXPECT_EQ(Describe({mem_, load_, mem_}).value(), (std::vector{mem_, load_}));
  EXPECT_TRUE(feed_.Knows(load_));
  EXPECT_EQ(feed_.NameOf(mem_), "mem");
}

TEST_F(DescribeMetricsTest, MetricsThatTheSourceDoesNotHaveAreLeftOut) {
  const MetricId gone = MetricId::Build(1, 1, 99);
  EXPECT_EQ(Describe({gone, load_}).value(), std::vector{load_});
  EXPECT_FALSE(feed_.Knows(gone));
}

TEST_F(DescribeMetricsTest, NamesOfKnownMetricsAreNotAskedForAgain) {
  ASSERT_TRUE(Describe({load_}));
  source_.questions = 0;
  ASSERT_TRUE(Describe({load_}));
  EXPECT_EQ(source_.questions, 1u) << "for the descriptor";
}

TEST_F(DescribeMetricsTest, ALostSourceIsAnError) {
  source_.trouble = Errc::kDisconnected;
  EXPECT_EQ(Describe({load_}).error().code, Errc::kDisconnected);
  EXPECT_FALSE(feed_.Knows(load_));
}

TEST_F(DescribeMetricsTest, NamesThatTakeTooMuchMemoryAreAnError) {
  MetadataFeed small(source_, 1);
  std::optional<Errc> error;
  StartDescribing(source_, std::vector{load_}, small, [&](const auto& described) {
    if (!described) error = described.error().code;
  });
  EXPECT_EQ(error, Errc::kTooLarge);
}

}  // namespace
}  // namespace fdr

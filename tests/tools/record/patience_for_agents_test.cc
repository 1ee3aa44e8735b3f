// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/patience_for_agents.h"

#include <gtest/gtest.h>

#include <chrono>

namespace fdr::tools {
namespace {

class PatienceForAgentsTest : public testing::Test {
 protected:
  using Millis = std::chrono::milliseconds;
  static constexpr Nanos kSecond = 1'000'000'000;
  static constexpr std::chrono::nanoseconds kForEver = std::chrono::nanoseconds::max();
};

TEST_F(PatienceForAgentsTest, ValuesMayTakeNearlyTheIntervalOfTheirTask) {
  EXPECT_EQ(PatienceFor({kSecond, kSecond / 10, 60 * kSecond}).values, Millis(900));
  EXPECT_EQ(PatienceFor({60 * kSecond, kSecond / 10, 60 * kSecond}).values, Millis(54'000));
  EXPECT_EQ(PatienceFor({kSecond / 100, kSecond / 100, kSecond}).values, Millis(100));
  EXPECT_EQ(PatienceFor({0, kSecond, 0}).values, kForEver);
}

TEST_F(PatienceForAgentsTest, MetadataMayTakeAsLongAsAnyTaskAllows) {
  EXPECT_EQ(PatienceFor({kSecond, kSecond, 60 * kSecond}).metadata, Millis(54'000));
  EXPECT_EQ(PatienceFor({kSecond, kSecond, 0}).metadata, kForEver);
}

TEST_F(PatienceForAgentsTest, AnAgentThatHungDelaysNoTask) {
  EXPECT_EQ(PatienceFor({60 * kSecond, kSecond, 60 * kSecond}).doubtful_values, Millis(900));
  EXPECT_EQ(PatienceFor({0, 0, 0}).doubtful_values, kForEver);
}

}  // namespace
}  // namespace fdr::tools

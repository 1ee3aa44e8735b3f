// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/time_scale.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr std::int64_t kMinSec = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMaxSec = std::numeric_limits<std::int64_t>::max();
constexpr std::int32_t kMinNsec = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kMaxNsec = std::numeric_limits<std::int32_t>::max();

TEST(TimeScaleTest, CountsNanosecondsFromTheStart) {
  const TimeScale scale({1000, 500'000'000});
  EXPECT_EQ(scale.From({1000, 500'000'000}), 0);
  EXPECT_EQ(scale.From({1002, 0}), 1'500'000'000);
  EXPECT_EQ(scale.From({999, 0}), -1'500'000'000);
  EXPECT_EQ(scale.ToStamp(1'500'000'000), (Timestamp{1002, 0}));
  EXPECT_EQ(scale.Seconds(1'500'000'000), 1.5);
}

TEST(TimeScaleTest, StampsThatAreCenturiesAwayAreAsFarAsCanBeTold) {
  const TimeScale scale({0, 0});
  EXPECT_EQ(scale.From({kMaxSec, 0}), kAfterAll - 1);
  EXPECT_EQ(scale.From({kMinSec, 0}), kBeforeAll + 1);
  EXPECT_EQ(TimeScale({kMinSec, 0}).From({kMaxSec, 0}), kAfterAll - 1);
}

// The undefined-behaviour sanitizer would report an overflow.
TEST(TimeScaleTest, StampsThatAreNoTimesDoNotOverflow) {
  EXPECT_EQ(TimeScale({0, kMinNsec}).From({0, kMaxNsec}), 4'294'967'295);
  for (const std::int64_t sec : {std::int64_t{9'223'372'027}, std::int64_t{9'223'372'036}}) {
    EXPECT_GT(TimeScale({0, kMinNsec}).From({sec, kMaxNsec}),
              9'223'372'027 * std::int64_t{999'999'999});
    EXPECT_LT(TimeScale({0, kMaxNsec}).From({-sec, kMinNsec}),
              -9'223'372'027 * std::int64_t{999'999'999});
  }
  EXPECT_GT(TimeScale({kMaxSec, kMaxNsec}).Seconds(kAfterAll), -0x1p65);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/status_line.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

constexpr Nanos kAWholeSecond = 1'000'000'000;

TEST(StatusLineTest, ItSaysWhatIsRecorded) {
  RecordingTotals totals{.sources = 1, .samples = 1, .bytes = 700, .latest = "db1"};
  EXPECT_EQ(StatusText(totals, 0), "1 sample, 700 B");
  totals.samples = 60;
  EXPECT_EQ(StatusText(totals, 2048), "60 samples, 700 B, 2.0 KiB/s");
  totals.sources = 3;
  totals.lag = kAWholeSecond - 1;
  EXPECT_EQ(StatusText(totals, 0), "3 hosts: 60 samples, 700 B");
  totals.lag = 12 * kAWholeSecond;
  EXPECT_EQ(StatusText(totals, 0), "3 hosts: 60 samples, 700 B; db1 is 12 s late");
}

TEST(StatusLineTest, TheRateIsOverTenSeconds) {
  ByteRate rate;
  EXPECT_EQ(rate.PerSecond(), 0u);
  rate.Add(0, 5000);
  rate.Add(kAWholeSecond / 2, 6000);
  EXPECT_EQ(rate.PerSecond(), 0u) << "too early to say";
  rate.Add(2 * kAWholeSecond, 7000);
  EXPECT_EQ(rate.PerSecond(), 1000u);
  for (int i = 3; i <= 30; ++i) rate.Add(i * kAWholeSecond, 7000);
  EXPECT_EQ(rate.PerSecond(), 0u) << "what was before is forgotten";
}

}  // namespace
}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/readable_scale.h"

#include <gtest/gtest.h>

#include <limits>

namespace fdr::tools {
namespace {

constexpr Units kPlainUnits{}, kCountUnits{.dim_count = 1}, kByteUnits{.dim_space = 1},
    kKbyteUnits{.dim_space = 1, .scale_space = 1},
    kMillisecondUnits{.dim_time = 1, .scale_time = kMillisecondScale};

Quantity Gauge(const Units& units) { return {.units = units}; }
Quantity WholeGauge(const Units& units) { return {.units = units, .is_whole = true}; }
Quantity PerSecond(const Units& units) { return {.units = units, .per_second = true}; }

TEST(ReadableScaleTest, SpaceTakesTheLargestUnitThatFits) {
  EXPECT_EQ(ReadableText(7956000, Gauge(kKbyteUnits)), "7.59 GiB");
  EXPECT_EQ(ReadableText(512, WholeGauge(kByteUnits)), "512 B");
  EXPECT_EQ(ReadableText(4096, WholeGauge(kByteUnits)), "4.00 KiB");
  EXPECT_EQ(ReadableText(0.5, Gauge(kKbyteUnits)), "512.0 B");
  EXPECT_EQ(ReadableText(-3.0 * 1024 * 1024, Gauge(kByteUnits)), "-3.00 MiB");
}

TEST(ReadableScaleTest, TheTimeOfEachOfSomethingIsATime) {
  const Units each{.dim_time = 1, .dim_count = -1, .scale_time = kSecondScale};
  EXPECT_EQ(ReadableText(0.00042, Gauge(each)), "420.0 us/count");
  EXPECT_EQ(ReadableText(2, Gauge(each)), "2.00 s/count");
}

TEST(ReadableScaleTest, WhatWouldRoundToTheNextUnitIsInTheNextUnit) {
  EXPECT_EQ(ReadableText(1023.9 * 1024, Gauge(kByteUnits)), "1023.9 KiB");
  EXPECT_EQ(ReadableText(1023.97 * 1024, Gauge(kByteUnits)), "1.000 MiB");
  EXPECT_EQ(ReadableText(999'960, Gauge({.dim_time = 1})), "1.000 ms");
}

TEST(ReadableScaleTest, ARateSaysPerSecond) {
  EXPECT_EQ(ReadableText(12.3 * 1024 * 1024, PerSecond(kByteUnits)), "12.3 MiB/s");
  EXPECT_EQ(ReadableText(42, PerSecond(kCountUnits)), "42.0 /s");
  EXPECT_EQ(ReadableText(42, PerSecond(kPlainUnits)), "42.0 /s");
  EXPECT_EQ(ReadableText(4'200'000, PerSecond(kCountUnits)), "4.20 M/s");
  EXPECT_EQ(ReadableText(3, Gauge({.dim_space = 1, .dim_time = -1, .scale_time = kMinuteScale})),
            "3.00 B/min");
}

TEST(ReadableScaleTest, ACounterOfTimeIsAShareInPercent) {
  EXPECT_EQ(ReadableText(973, PerSecond(kMillisecondUnits)), "97.3 %");
  EXPECT_EQ(ReadableText(500'000'000, PerSecond({.dim_time = 1})), "50.0 %");
  EXPECT_EQ(ReadableText(0.02, PerSecond({.dim_time = 1, .scale_time = kSecondScale})), "2.0 %");
  EXPECT_TRUE(IsShareOfTime(PerSecond(kMillisecondUnits)));
  EXPECT_FALSE(IsShareOfTime(Gauge(kMillisecondUnits)));
  EXPECT_FALSE(IsShareOfTime(PerSecond(kByteUnits)));
}

TEST(ReadableScaleTest, TimeGoesFromNanosecondsToDays) {
  EXPECT_EQ(ReadableText(250, WholeGauge(kMillisecondUnits)), "250 ms");
  EXPECT_EQ(ReadableText(0.25, Gauge(kMillisecondUnits)), "250.0 us");
  EXPECT_EQ(ReadableText(90'000, Gauge(kMillisecondUnits)), "90.0 s");
  EXPECT_EQ(ReadableText(150, Gauge({.dim_time = 1, .scale_time = kSecondScale})), "2.50 min");
  EXPECT_EQ(ReadableText(864'000, Gauge({.dim_time = 1, .scale_time = kSecondScale})), "10.0 d");
  EXPECT_EQ(ReadableText(3, Gauge({.dim_time = 1, .scale_time = kHourScale})), "3.00 h");
}

TEST(ReadableScaleTest, CountsStayExactUntilTheyAreLong) {
  EXPECT_EQ(ReadableText(146, WholeGauge(kCountUnits)), "146");
  EXPECT_EQ(ReadableText(999'999, WholeGauge(kCountUnits)), "999999");
  EXPECT_EQ(ReadableText(12'345'678, WholeGauge(kCountUnits)), "12.3 M");
  EXPECT_EQ(ReadableText(7, Gauge({.dim_count = 1, .scale_count = 3})), "7000.0");
}

TEST(ReadableScaleTest, PlainNumbersAreNotScaled) {
  EXPECT_EQ(ReadableText(0.25, Gauge(kPlainUnits)), "0.250");
  EXPECT_EQ(ReadableText(12'345'678, WholeGauge(kPlainUnits)), "12345678");
}

TEST(ReadableScaleTest, OddUnitsStayAsTheyAre) {
  EXPECT_EQ(ReadableText(3, Gauge({.dim_space = 2})), "3.00 byte^2");
  EXPECT_EQ(ReadableText(3, Gauge({.dim_space = 1, .dim_count = -1, .scale_space = 1})),
            "3.00 Kbyte / count");
  EXPECT_EQ(ReadableText(3, Gauge({.dim_space = 1, .scale_space = 12})), "3.00 space-12");
  EXPECT_EQ(ReadableText(2, PerSecond({.dim_time = 2, .scale_time = kMillisecondScale})), "2.00 us")
      << "milliseconds squared per second";
}

TEST(ReadableScaleTest, OneScaleServesAColumn) {
  const ReadableScale scale = ScaleFor(PerSecond(kByteUnits), 12.0 * 1024 * 1024);
  EXPECT_EQ(scale.unit, "MiB/s");
  EXPECT_EQ(ScaledText(12.0 * 1024 * 1024, scale), "12.0");
  EXPECT_EQ(ScaledText(0.0, scale), "0.0");
  EXPECT_EQ(ScaledText(3000.0 * 1024 * 1024, scale), "3000.0");
}

TEST(ReadableScaleTest, ASmallNumberDoesNotLookLikeNothing) {
  const ReadableScale scale = ScaleFor(PerSecond(kByteUnits), 12.0 * 1024 * 1024);
  EXPECT_EQ(ScaledText(3.0 * 1024, scale), "0.0029");
  EXPECT_EQ(ScaledText(0.5, scale), "4.8e-07");
  EXPECT_EQ(ScaledText(1e30, ScaleFor(Gauge(kPlainUnits), 1)), "1e+30");
}

TEST(ReadableScaleTest, IntegersStayExact) {
  const ReadableScale scale = ScaleFor(WholeGauge(kPlainUnits), 1e18);
  EXPECT_EQ(ScaledText(std::numeric_limits<std::uint64_t>::max(), scale), "18446744073709551615");
  EXPECT_EQ(ScaledText(std::numeric_limits<std::int64_t>::min(), scale), "-9223372036854775808");
  EXPECT_EQ(ScaledText(std::uint64_t{3072}, ScaleFor(WholeGauge(kByteUnits), 3072)), "3.00");
}

TEST(ReadableScaleTest, WithoutANumberTheUnitsStay) {
  for (const double nothing :
       {0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(ScaleFor(Gauge(kKbyteUnits), nothing).unit, "KiB");
  EXPECT_EQ(RecordedScale(PerSecond(kKbyteUnits)).unit, "KiB/s");
  EXPECT_EQ(RecordedScale(Gauge(kMillisecondUnits)).unit, "ms");
  EXPECT_EQ(ScaledText(std::numeric_limits<double>::quiet_NaN(), {}), "nan");
}

}  // namespace
}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/human_units.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

// "12.3 MiB/s"
std::string Shown(double value, const Units& units, bool is_rate) {
  const HumanUnits chosen = ChooseHumanUnits(units, is_rate, value);
  return HumanNumber(value * chosen.factor) + ' ' + chosen.text;
}

constexpr Units kNone{}, kByte{.dim_space = 1}, kKbyte{.dim_space = 1, .scale_space = 1},
    kCount{.dim_count = 1}, kMillisecond{.dim_time = 1, .scale_time = kMillisecondScale},
    kSecond{.dim_time = 1, .scale_time = kSecondScale};

TEST(HumanUnitsTest, BytesHaveBinaryPrefixes) {
  EXPECT_EQ(Shown(12597.2, kKbyte, true), "12.3 MiB/s");
  EXPECT_EQ(Shown(1023, kByte, false), "1023 B");
  EXPECT_EQ(Shown(1024, kByte, false), "1 KiB");
  EXPECT_EQ(Shown(0, kByte, false), "0 B");
  EXPECT_EQ(Shown(-3 * 0x1p30, kByte, false), "-3 GiB");
  EXPECT_EQ(Shown(2e30, kByte, false), "1.7e+12 EiB");
}

TEST(HumanUnitsTest, ACounterOfTimeIsAShare) {
  EXPECT_EQ(Shown(0.35, kMillisecond, true), "35 %");
  EXPECT_EQ(Shown(2.5, kMillisecond, true), "250 %");
}

TEST(HumanUnitsTest, TimesHaveTheirOwnScale) {
  EXPECT_EQ(Shown(0.25, kMillisecond, false), "250 us");
  EXPECT_EQ(Shown(12345, kMillisecond, false), "12.3 s");
  EXPECT_EQ(Shown(90 * 60, kSecond, false), "90 min");
  EXPECT_EQ(Shown(36 * 3600, kSecond, false), "36 h");
  EXPECT_EQ(Shown(10 * 86400, kSecond, false), "10 d");
}

TEST(HumanUnitsTest, CountsHaveAPrefixIfTheyAreLarge) {
  EXPECT_EQ(Shown(12345, kCount, true), "12345 /s");
  EXPECT_EQ(Shown(1234567, kCount, true), "1.23 M/s");
  EXPECT_EQ(Shown(123456, kNone, false), "123 k");
  EXPECT_EQ(Shown(0.52, kNone, false), "0.520 ");
  EXPECT_EQ(Shown(7, {.dim_count = 1, .scale_count = 3}, false), "7000 ");
}

TEST(HumanUnitsTest, AMetricMayBeARateByItself) {
  EXPECT_EQ(Shown(3, {.dim_space = 1, .dim_time = -1, .scale_space = 2, .scale_time = 3}, false),
            "3 MiB/s");
  EXPECT_EQ(Shown(120, {.dim_time = -1, .dim_count = 1, .scale_time = 4}, false), "2 /s");
}

TEST(HumanUnitsTest, OtherUnitsStayAsTheyAre) {
  EXPECT_EQ(Shown(3.5, {.dim_time = 1, .dim_count = -1, .scale_time = 2}, false),
            "3.50 millisec / count");
  EXPECT_EQ(Shown(5, {.dim_space = 1, .dim_count = -1}, false), "5 byte / count");
}

TEST(HumanNumberTest, ThreeDigitsOrMoreMeanSomething) {
  EXPECT_EQ(HumanNumber(0), "0");
  EXPECT_EQ(HumanNumber(0.01234), "0.0123");
  EXPECT_EQ(HumanNumber(0.99512), "1.00");
  EXPECT_EQ(HumanNumber(1.234), "1.23");
  EXPECT_EQ(HumanNumber(9.996), "10.0");
  EXPECT_EQ(HumanNumber(99.96), "100");
  EXPECT_EQ(HumanNumber(12345.6), "12346");
  EXPECT_EQ(HumanNumber(0.000012), "1.2e-05");
  EXPECT_EQ(HumanNumber(-271), "-271");
}

}  // namespace
}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_value_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace fdr::test {
namespace {

TEST(RuleNumberText, WholeNumbersHaveAllTheirDigits) {
  EXPECT_EQ(RuleNumberText(0), "0");
  EXPECT_EQ(RuleNumberText(-0.0), "0");
  EXPECT_EQ(RuleNumberText(12345678901), "12345678901");
}

TEST(RuleNumberText, LargerNumbersHaveFewerDecimals) {
  EXPECT_EQ(RuleNumberText(1e-6), "1e-06");
  EXPECT_EQ(RuleNumberText(0.12345678), "0.123457");
  EXPECT_EQ(RuleNumberText(0.7), "0.70");
  EXPECT_EQ(RuleNumberText(-1.5), "-1.50");
  EXPECT_EQ(RuleNumberText(5.001), "5.0");
  EXPECT_EQ(RuleNumberText(49.96), "50.0");
  EXPECT_EQ(RuleNumberText(50.6), "51");
}

TEST(RuleNumberText, WhatIsNoNumberIsShown) {
  EXPECT_EQ(RuleNumberText(std::numeric_limits<double>::quiet_NaN()), "?");
  EXPECT_EQ(RuleNumberText(-std::numeric_limits<double>::infinity()), "-inf");
}

}  // namespace
}  // namespace fdr::test

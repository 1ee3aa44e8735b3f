// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/timestamp.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

TEST(TimestampTest, PlusCarriesInBothDirections) {
  EXPECT_EQ((Timestamp{10, 999'999'999}.Plus(1)), (Timestamp{11, 0}));
  EXPECT_EQ((Timestamp{10, 0}.Plus(-1)), (Timestamp{9, 999'999'999}));
  EXPECT_EQ((Timestamp{10, 500}.Plus(-2'000'000'000)), (Timestamp{8, 500}));
}

TEST(TimestampTest, StampsOutsideASecondAreNotValid) {
  EXPECT_TRUE((Timestamp{0, 999'999'999}.Valid()));
  EXPECT_FALSE((Timestamp{0, 1'000'000'000}.Valid()));
  EXPECT_FALSE((Timestamp{-1, 0}.Valid()));
  EXPECT_FALSE((Timestamp{1, -1}.Valid()));
}

}  // namespace
}  // namespace fdr

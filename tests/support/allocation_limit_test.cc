// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/allocation_limit.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace fdr::test {
namespace {

TEST(AllocationLimitTest, RemembersTheHighestLevelAndForgetsWhatWasThereBefore) {
  const std::vector<char> before(1 << 20);
  const AllocationLimit limit(5000);
  EXPECT_EQ(limit.peak(), 0u);
  { const std::vector<char> now(4000); }
  const std::vector<char> again(3000);
  EXPECT_GE(limit.peak(), 4000u);
  EXPECT_TRUE(limit.Kept()) << limit.peak();
}

TEST(AllocationLimitTest, NoticesWhatIsReservedAndNeverTouched) {
  const AllocationLimit limit(1 << 20);
  std::vector<char>().reserve(100 << 20);
  EXPECT_FALSE(limit.Kept());
}

TEST(AllocationLimitTest, CountsEveryFormOfNew) {
  const AllocationLimit limit(0);
  const std::unique_ptr<long> one = std::make_unique<long>(1);
  const std::size_t after_one = limit.peak();
  EXPECT_GE(after_one, sizeof(long));
  const std::unique_ptr<long[]> many = std::make_unique<long[]>(1000);
  EXPECT_GE(limit.peak(), after_one + 1000 * sizeof(long));
}

}  // namespace
}  // namespace fdr::test

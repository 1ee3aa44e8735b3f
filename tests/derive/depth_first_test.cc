// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/depth_first.h"

#include <gtest/gtest.h>

namespace fdr::test {
namespace {

using Names = std::vector<std::string>;

TEST(DepthFirst, WhatIsAddedComesBehindItsSiblings) {
  EXPECT_EQ(DepthFirst({"a.x", "a.y", "b", "c.d.e", "a.z", "c.f", "d", "c.d.g"}),
            (Names{"a.x", "a.y", "a.z", "b", "c.d.e", "c.d.g", "c.f", "d"}));
}

TEST(DepthFirst, AMetricComesInFrontOfThoseBelowIt) {
  EXPECT_EQ(DepthFirst({"a.b.c", "x", "a.b", "a"}), (Names{"a", "a.b", "a.b.c", "x"}));
}

TEST(DepthFirst, NamesAreToldApartByWholeParts) {
  EXPECT_EQ(DepthFirst({"ab.c", "a.b", "ab", "abc"}), (Names{"ab", "ab.c", "a.b", "abc"}));
  EXPECT_EQ(DepthFirst({}), Names());
}

// A long name must not cause deep recursion.
TEST(DepthFirst, ALongNameIsAName) {
  std::string deep = "a";
  for (int i = 0; i < 100000; ++i) deep += ".a";
  EXPECT_EQ(DepthFirst({deep, "b"}), (Names{deep, "b"}));
}

}  // namespace
}  // namespace fdr::test

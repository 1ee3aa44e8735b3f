// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/instance_match.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

using Instances = std::vector<InstanceId>;
using Places = std::vector<std::uint32_t>;

Places Match(const Instances& last, const Instances& next) {
  Places places = {99};
  MatchInstances(last, next, places);
  return places;
}

TEST(InstanceMatch, AscendingInstances) {
  EXPECT_EQ(Match({1, 3, 5}, {1, 2, 5, 6}), (Places{0, kNoPlace, 2}));
  EXPECT_EQ(Match({}, {1}), Places{});
  EXPECT_EQ(Match({1}, {}), Places{kNoPlace});
}

TEST(InstanceMatch, AnyOrder) { EXPECT_EQ(Match({5, 1, 3}, {3, 5, 2}), (Places{1, kNoPlace, 0})); }

TEST(InstanceMatch, OfSeveralTheFirstCounts) {
  EXPECT_EQ(Match({1, 1}, {2, 1, 1}), (Places{1, kNoPlace}));
  EXPECT_EQ(Match({1, 2}, {1, 1, 2}), (Places{0, 2}));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/peer_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace fdr::tools {
namespace {

using Places = std::vector<std::size_t>;
using Keys = std::vector<std::uint32_t>;

TEST(PeerOrderTest, NothingHasNoOrder) { EXPECT_EQ(PeerOrder(Keys{}), Places{}); }

TEST(PeerOrderTest, OneChainIsWalkedFromTheNewest) {
  EXPECT_EQ(PeerOrder(Keys{70, 10, 30, 20}), (Places{3, 2, 1, 0}));
  EXPECT_EQ(PeerOrder(Keys{0, 1, 2, 3, 4, 5, 6}), (Places{6, 5, 4, 3, 2, 1, 0}));
}

// The eighth key splits the one chain into six, and turns each of them around.
TEST(PeerOrderTest, GrowthTurnsChainsAround) {
  EXPECT_EQ(PeerOrder(Keys{0, 1, 2, 3, 4, 5, 6, 7}), (Places{0, 6, 7, 1, 2, 3, 4, 5}));
}

TEST(PeerOrderTest, EveryPlaceOccursOnceWhateverTheSize) {
  for (std::size_t size = 1; size < 2000; size += 97) {
    Keys keys(size);
    for (std::size_t i = 0; i < size; ++i) keys[i] = static_cast<std::uint32_t>(i * 2654435761u);
    Places order = PeerOrder(keys);
    std::sort(order.begin(), order.end());
    Places all(size);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_EQ(order, all);
  }
}

}  // namespace
}  // namespace fdr::tools

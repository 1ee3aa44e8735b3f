// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/place_index.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace fdr {
namespace {

TEST(PlaceIndexTest, NothingIsInAnEmptyOne) { EXPECT_EQ(PlaceIndex().Find(0), std::nullopt); }

TEST(PlaceIndexTest, TheFirstPlaceOfAKeyStays) {
  PlaceIndex index;
  EXPECT_TRUE(index.Add(7, 1));
  EXPECT_FALSE(index.Add(7, 2));
  EXPECT_EQ(index.Find(7), 1u);
  EXPECT_EQ(index.Find(8), std::nullopt);
}

TEST(PlaceIndexTest, FindsWhatAMapFinds) {
  std::mt19937 random(1);
  for (const std::uint32_t spread : {100u, 5'000u, 0xffffffffu}) {
    PlaceIndex index;
    std::map<std::uint32_t, std::size_t> map;
    for (std::size_t i = 0; i < 3'000; ++i) {
      const auto key = static_cast<std::uint32_t>(random()) % spread;
      EXPECT_EQ(index.Add(key, i), map.try_emplace(key, i).second);
      const auto asked = static_cast<std::uint32_t>(random()) % spread;
      const auto known = map.find(asked);
      EXPECT_EQ(index.Find(asked),
                known == map.end() ? std::nullopt : std::optional(known->second));
    }
    for (const auto& [key, place] : map) EXPECT_EQ(index.Find(key), place);
  }
}

// Consecutive identifiers, and identifiers that differ only in their upper bits.
TEST(PlaceIndexTest, KeysThatAreAlikeAreToldApart) {
  PlaceIndex index;
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    EXPECT_TRUE(index.Add(i, i));
    EXPECT_TRUE(index.Add((i + 1) << 16, 1'000 + i));
  }
  for (std::uint32_t i = 0; i < 1'000; ++i) {
    EXPECT_EQ(index.Find(i), i);
    EXPECT_EQ(index.Find((i + 1) << 16), 1'000 + i);
  }
}

}  // namespace
}  // namespace fdr

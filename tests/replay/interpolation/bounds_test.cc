// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/bounds.h"

#include <gtest/gtest.h>

#include <array>

namespace fdr {
namespace {

constexpr BoundEvent kValueAt10{10, EventKind::kValue};
constexpr BoundEvent kMarkAt20{20, EventKind::kMark};
constexpr std::array<std::uint32_t, 2> kLiving = {0, 2};

class BoundsTest : public testing::Test {
 protected:
  BoundsTest() { bounds_.Resize(3); }

  Bounds bounds_;
};

TEST_F(BoundsTest, NewSlotsShareAnEventThatIsNothing) {
  ASSERT_TRUE(bounds_.common());
  EXPECT_EQ(bounds_.At(2).event.kind, EventKind::kNothing);
}

TEST_F(BoundsTest, ACommonEventIsThatOfEachSlotWithItsOwnNumber) {
  bounds_.bits()[2] = 7;
  bounds_.SetAll(kValueAt10);
  EXPECT_EQ(bounds_.At(2).event.time, 10);
  EXPECT_EQ(bounds_.At(2).bits, 7u);
  EXPECT_EQ(bounds_.At(0).bits, 0u);
}

TEST_F(BoundsTest, AfterASpreadSlotsChangeOneByOne) {
  bounds_.SetAll(kValueAt10);
  bounds_.Spread(kLiving);
  EXPECT_FALSE(bounds_.common());
  bounds_.Set(2, {kMarkAt20, 5});
  EXPECT_EQ(bounds_.At(0).event.kind, EventKind::kValue);
  EXPECT_EQ(bounds_.At(0).event.time, 10);
  EXPECT_EQ(bounds_.At(2).event.kind, EventKind::kMark);
  EXPECT_EQ(bounds_.At(2).bits, 5u);
}

TEST_F(BoundsTest, ASpreadWithoutACommonEventKeepsTheEventsOfTheSlots) {
  bounds_.Part();
  bounds_.Set(0, {kMarkAt20, 5});
  bounds_.Spread(kLiving);
  EXPECT_EQ(bounds_.At(0).event.kind, EventKind::kMark);
}

TEST(BoundEventTest, BoundsHoldFromTheLowEventUpToTheHighOne) {
  EXPECT_FALSE(Hold(kValueAt10, kMarkAt20, 9));
  EXPECT_TRUE(Hold(kValueAt10, kMarkAt20, 10));
  EXPECT_TRUE(Hold(kValueAt10, kMarkAt20, 19));
  EXPECT_FALSE(Hold(kValueAt10, kMarkAt20, 20));
}

TEST(BoundEventTest, AMarkAsLowBoundHoldsOneNanosecondLater) {
  EXPECT_FALSE(Hold(kMarkAt20, {30, EventKind::kValue}, 20));
  EXPECT_TRUE(Hold(kMarkAt20, {30, EventKind::kValue}, 21));
}

}  // namespace
}  // namespace fdr

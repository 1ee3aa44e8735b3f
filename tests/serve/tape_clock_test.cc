// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/tape/tape_clock.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

using namespace std::chrono_literals;

constexpr Timestamp kTapeStart{1'000'000, 0}, kTapeEnd{1'000'020, 0};

Timestamp Second(double second) {
  return kTapeStart.Plus(static_cast<std::int64_t>(second * kNanosPerSecond));
}

TapeClock Playing(double rate, double from = 0) {
  TapeClock clock(kTapeStart, kTapeEnd, Second(from));
  clock.SetRate(rate, 100s);
  clock.Play(100s);
  return clock;
}

TEST(TapeClockTest, TimePassesAtItsRateOnceItPlays) {
  TapeClock clock(kTapeStart, kTapeEnd, Second(5));
  EXPECT_EQ(clock.At(100s), Second(5));
  EXPECT_EQ(clock.At(107s), Second(5));
  clock.Play(107s);
  EXPECT_EQ(clock.At(108s), Second(6));
  clock.SetRate(10, 108s);
  EXPECT_EQ(clock.At(109s), Second(16));
  clock.SetRate(0.5, 109s);
  EXPECT_EQ(clock.At(111s), Second(17));
  clock.Pause(111s);
  EXPECT_EQ(clock.At(200s), Second(17));
  EXPECT_EQ(clock.jumps(), 0u);
}

TEST(TapeClockTest, ItHoldsAtEachEnd) {
  TapeClock clock = Playing(10);
  EXPECT_EQ(clock.At(102s), kTapeEnd);
  EXPECT_TRUE(clock.IsOver(102s));
  EXPECT_EQ(clock.At(100'000s), kTapeEnd);
  clock.SetRate(-10, 100'000s);
  EXPECT_FALSE(clock.IsOver(100'000s));
  EXPECT_EQ(clock.At(100'001s), Second(10));
  EXPECT_EQ(clock.At(100'003s), kTapeStart);
  EXPECT_TRUE(clock.IsOver(100'003s));
  EXPECT_EQ(clock.jumps(), 1u) << "it turned";
}

TEST(TapeClockTest, ALoopGoesOnFromTheOtherEnd) {
  TapeClock clock = Playing(10, 15);
  clock.SetAtEnd(TapeClock::AtEnd::kLoop);
  EXPECT_EQ(clock.At(100500ms), kTapeEnd);
  EXPECT_EQ(clock.At(101s), Second(5));
  EXPECT_EQ(clock.jumps(), 1u);
  EXPECT_EQ(clock.At(141s), Second(5)) << "twenty times round";
  EXPECT_FALSE(clock.IsOver(141s));
  TapeClock back = Playing(-10, 5);
  back.SetAtEnd(TapeClock::AtEnd::kLoop);
  EXPECT_EQ(back.At(101s), Second(15));
}

TEST(TapeClockTest, AJumpIsCounted) {
  TapeClock clock = Playing(1);
  clock.GoTo(Second(12), 101s);
  EXPECT_EQ(clock.At(102s), Second(13));
  EXPECT_EQ(clock.jumps(), 1u);
  clock.GoTo({5, 0}, 103s);
  EXPECT_EQ(clock.At(103s), kTapeStart);
  clock.GoTo({5'000'000, 0}, 103s);
  EXPECT_EQ(clock.At(103s), kTapeEnd);
}

TEST(TapeClockTest, AGrowingArchiveHasMoreToShow) {
  TapeClock clock = Playing(1);
  EXPECT_EQ(clock.At(130s), kTapeEnd);
  clock.SetEnd(kTapeEnd.Plus(10'000'000'000), 130s);
  EXPECT_EQ(clock.At(131s), kTapeEnd.Plus(1'000'000'000)) << "it goes on from where it stood";
}

TEST(TapeClockTest, AnyRateAndAnyLengthHaveATime) {
  TapeClock instant({5, 0}, {5, 0}, {5, 0});
  instant.SetAtEnd(TapeClock::AtEnd::kLoop);
  instant.SetRate(1e300, 0s);
  instant.Play(0s);
  EXPECT_EQ(instant.rate(), TapeClock::kFastest);
  EXPECT_EQ(instant.At(1'000'000s), (Timestamp{5, 0}));
  TapeClock endless({0, 0}, {std::int64_t{1} << 60, 0}, {0, 0});
  endless.SetRate(TapeClock::kFastest, 0s);
  endless.Play(0s);
  EXPECT_EQ(endless.At(1000s), (Timestamp{1'000'000'000, 0}));
  EXPECT_GT(endless.At(100'000'000s), endless.At(1000s));
  endless.SetRate(-1e-9, 0s);
  EXPECT_EQ(endless.rate(), -TapeClock::kSlowest);
}

}  // namespace
}  // namespace fdr

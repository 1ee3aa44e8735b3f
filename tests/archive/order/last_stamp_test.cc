// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/last_stamp.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr std::int64_t kBegin = 1'000'000'000;
constexpr std::int64_t kFar = kBegin + 500'000'000;

// An archive of ten minutes.  Its last record has a stamp `seconds` after the start.
LastStamp LastAt(std::int64_t seconds) {
  return {.stamp = {kBegin + seconds, 0},
          .before = Timestamp{kBegin + 590, 0},
          .second_before = Timestamp{kBegin + 580, 0},
          .start = {kBegin, 0}};
}

TEST(LastStampTest, OneBehindTheOthersIsBelieved) {
  EXPECT_FALSE(IsContradicted(LastAt(600)));
  EXPECT_FALSE(IsContradicted(LastAt(590)));
}

TEST(LastStampTest, OneThatGoesBackIsNot) {
  EXPECT_TRUE(IsContradicted(LastAt(579)));
  EXPECT_TRUE(IsContradicted(LastAt(-1)));
}

TEST(LastStampTest, OneThatFitsBehindTheSecondBeforeShowsThatTheOneBeforeIsWild) {
  LastStamp last = LastAt(600);
  last.before = Timestamp{kFar, 0};
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, WithoutAWitnessOneInTheFutureIsBelieved) {
  LastStamp last = LastAt(0);
  last.stamp = {kFar, 0};
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, TheIndexContradictsOneThatIsFarAhead) {
  LastStamp last = LastAt(600);
  last.indexed = last.stamp;
  EXPECT_FALSE(IsContradicted(last));
  last.stamp = {kFar, 0};
  EXPECT_TRUE(IsContradicted(last));
  last.indexed = Timestamp{kBegin + 10, 0};  // earlier than the record before
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, ADifferenceOfMinutesIsNotWorthARecord) {
  LastStamp last = LastAt(600 + 64);
  last.indexed = Timestamp{kBegin + 600, 0};
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, TheTimeOfTheFileContradictsWhatCameLater) {
  LastStamp last = LastAt(600);
  last.stamp = {kFar, 0};
  last.written = Timestamp{kBegin + 601, 0};
  EXPECT_TRUE(IsContradicted(last));
  last.written = Timestamp{kFar + 1, 0};  // the file was copied later
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, AnArchiveOfTheFutureWasWrittenSo) {
  LastStamp last = LastAt(600);
  last.stamp = {kFar, 0};
  last.written = Timestamp{kBegin - 10'000'000, 0};
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, TheOnlyRecordIsComparedWithTheStart) {
  LastStamp last{.stamp = {kFar, 0}, .start = {kBegin, 0}, .indexed = Timestamp{kBegin, 0}};
  EXPECT_TRUE(IsContradicted(last));
  last.start = {-1, 0};
  EXPECT_FALSE(IsContradicted(last));
}

TEST(LastStampTest, WhatIsNoTimeIsNoStamp) {
  LastStamp last = LastAt(600);
  last.stamp.nsec = kNanosPerSecond;
  EXPECT_TRUE(IsContradicted(last));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/schedule.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

TEST(ScheduleTest, WithoutEntriesNothingIsEverDue) {
  Schedule schedule;
  EXPECT_FALSE(schedule.NextDue());
  EXPECT_FALSE(schedule.TakeDue(1'000'000));
}

TEST(ScheduleTest, WhatIsLateDoesNotPutOffWhatFollows) {
  Schedule schedule;
  schedule.Add(0, 10);
  EXPECT_EQ(schedule.TakeDue(3), 0u);
  EXPECT_EQ(schedule.NextDue(), 10);
  EXPECT_FALSE(schedule.TakeDue(9));
  EXPECT_EQ(schedule.TakeDue(10), 0u);
  EXPECT_EQ(schedule.NextDue(), 20);
}

TEST(ScheduleTest, WhatIsDueAgainIsLeftOut) {
  Schedule schedule;
  schedule.Add(0, 10);
  EXPECT_EQ(schedule.TakeDue(35), 0u);
  EXPECT_EQ(schedule.NextDue(), 40);
  EXPECT_EQ(schedule.TakeDue(40), 0u);
  EXPECT_EQ(schedule.NextDue(), 50);
}

TEST(ScheduleTest, AnIntervalOfNothingIsDueOnce) {
  Schedule schedule;
  schedule.Add(5, 0);
  EXPECT_EQ(schedule.NextDue(), 5);
  EXPECT_EQ(schedule.TakeDue(7), 0u);
  EXPECT_FALSE(schedule.NextDue());
  EXPECT_FALSE(schedule.TakeDue(100));
}

TEST(ScheduleTest, TheLongestDueComesFirst) {
  Schedule schedule;
  schedule.Add(10, 100);
  schedule.Add(5, 50);
  EXPECT_EQ(schedule.NextDue(), 5);
  EXPECT_EQ(schedule.TakeDue(20), 1u);
  EXPECT_EQ(schedule.TakeDue(20), 0u);
  EXPECT_FALSE(schedule.TakeDue(20));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/task_table.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

LogTask Task(Nanos interval, const std::vector<std::uint32_t>& items) {
  LogTask task;
  task.interval = interval;
  for (const std::uint32_t item : items)
    task.metrics.push_back({{std::to_string(item), MetricId::Build(1, 1, item), {}}, {}});
  return task;
}

// The items that are due: "0 1", with a / between fetches; or "none".
std::string Due(TaskTable& table, Nanos now) {
  const std::optional<DueTask> due = table.TakeDue(now);
  if (!due) return "none";
  std::string all;
  for (const FetchGroup& group : due->groups) {
    if (!all.empty()) all += "/ ";
    for (const MetricId id : group.metrics) all += std::to_string(id.item()) + " ";
  }
  return all;
}

TEST(TaskTableTest, TasksAreDueAtOnceAndThenAtTheirIntervals) {
  TaskTable table;
  EXPECT_TRUE(table.empty());
  table.Update(std::vector{Task(0, {0}), Task(10, {1, 2})}, 100);
  EXPECT_FALSE(table.empty());
  EXPECT_EQ(Due(table, 100), "0 ");
  EXPECT_EQ(Due(table, 100), "1 2 ");
  EXPECT_EQ(table.NextDue(), 110);
  EXPECT_EQ(Due(table, 109), "none");
  EXPECT_EQ(Due(table, 110), "1 2 ");
}

TEST(TaskTableTest, ATaskThatRunsOnceHasNoShortestButTheLongestInterval) {
  TaskTable table;
  table.Update(std::vector{Task(10, {1}), Task(3, {2}), Task(60, {3})}, 0);
  EXPECT_EQ(table.ShortestInterval(), 3);
  EXPECT_EQ(table.LongestInterval(), 60);
  table.Update(std::vector{Task(10, {1}), Task(0, {2})}, 0);
  EXPECT_EQ(table.ShortestInterval(), 10);
  EXPECT_EQ(table.LongestInterval(), 0);
  table.Update(std::vector{Task(0, {2})}, 0);
  EXPECT_EQ(table.ShortestInterval(), 0);
}

TEST(TaskTableTest, WhatComesLaterKeepsTheTimesOfWhatWasThere) {
  TaskTable table;
  table.Update(std::vector{Task(10, {1})}, 100);
  EXPECT_EQ(Due(table, 100), "1 ");
  table.Update(std::vector{Task(3, {7}), Task(10, {1, 2})}, 105);
  EXPECT_EQ(Due(table, 105), "7 ");
  EXPECT_EQ(Due(table, 108), "7 ");
  EXPECT_EQ(Due(table, 110), "1 2 ");
}

TEST(TaskTableTest, WhatIsGoneIsFetchedOnceMore) {
  TaskTable table;
  table.Update(std::vector{Task(10, {1, 2})}, 0);
  EXPECT_EQ(Due(table, 0), "1 2 ");
  table.Update(std::vector{Task(10, {2})}, 5);
  EXPECT_EQ(Due(table, 10), "2 / 1 ");
  EXPECT_EQ(Due(table, 20), "2 ");
  table.Update({}, 25);
  EXPECT_FALSE(table.empty());
  EXPECT_EQ(Due(table, 30), "2 ");
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(Due(table, 40), "none");
}

TEST(TaskTableTest, WhatIsTakenOutByOrderIsNotFetchedAgain) {
  TaskTable table;
  table.Update(std::vector{Task(10, {1, 2})}, 0);
  EXPECT_EQ(Due(table, 0), "1 2 ");
  table.Change(std::vector{Task(10, {2})}, 5);
  EXPECT_EQ(Due(table, 10), "2 ");
  table.Change({}, 15);
  EXPECT_TRUE(table.empty());
  EXPECT_FALSE(table.NextDue());
  // Another task takes the place, and the first one comes back.
  table.Change(std::vector{Task(3, {2}), Task(10, {1})}, 21);
  EXPECT_EQ(Due(table, 21), "2 ");
  EXPECT_EQ(Due(table, 21), "1 ");
  EXPECT_EQ(Due(table, 24), "2 ");
}

TEST(TaskTableTest, WhatIsDoneOnceIsDueAgainForMetricsThatAreNew) {
  TaskTable table;
  table.Update(std::vector{Task(0, {1})}, 0);
  EXPECT_EQ(Due(table, 0), "1 ");
  EXPECT_EQ(table.NextDue(), std::nullopt);
  table.Update(std::vector{Task(0, {1})}, 5);
  EXPECT_EQ(table.NextDue(), std::nullopt);
  table.Update(std::vector{Task(0, {1, 2})}, 6);
  EXPECT_EQ(Due(table, 6), "1 2 ");
  table.RepeatOnce(9);
  EXPECT_EQ(Due(table, 9), "1 2 ");
  EXPECT_EQ(table.NextDue(), std::nullopt);
}

// The other clock shows 1003 when this one shows 100.
TEST(TaskTableTest, IntervalsCanBeAligned) {
  TaskTable table;
  table.Align(903);
  table.Update(std::vector{Task(0, {0}), Task(10, {1})}, 100);
  EXPECT_EQ(Due(table, 100), "0 ");
  EXPECT_EQ(table.NextDue(), 107);
  EXPECT_EQ(Due(table, 107), "1 ");
  table.Align(902);  // it was set back a little
  EXPECT_EQ(table.NextDue(), 118);
  EXPECT_EQ(Due(table, 118), "1 ");
  table.Align(905);  // and forward
  EXPECT_EQ(table.NextDue(), 125);
}

}  // namespace
}  // namespace fdr

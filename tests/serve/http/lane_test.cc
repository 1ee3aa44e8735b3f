// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/lane.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <optional>
#include <thread>
#include <vector>

namespace fdr {
namespace {

TEST(LaneTest, WorkOfALaneIsDoneInOrder) {
  WorkerPool pool(4);
  const Lane lane = pool.MakeLane();
  std::vector<int> order;  // without a lock
  std::latch done(1);
  for (int i = 0; i < 1000; ++i) lane.Post([&order, i] { order.push_back(i); });
  lane.Post([&done] { done.count_down(); });
  done.wait();
  ASSERT_EQ(order.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(LaneTest, CopiesAreTheSameLane) {
  WorkerPool pool(4);
  const Lane lane = pool.MakeLane();
  int count = 0;  // without a lock
  std::latch done(8);
  for (int i = 0; i < 8; ++i)
    pool.Post([&count, &done, copy = lane] {
      for (int k = 0; k < 100; ++k) copy.Post([&count] { ++count; });
      copy.Post([&done] { done.count_down(); });
    });
  done.wait();
  EXPECT_EQ(count, 800);
}

TEST(LaneTest, CanBeHeldWhenAllItsWorkIsDone) {
  WorkerPool pool(2);
  const Lane lane = pool.MakeLane();
  std::latch may_end(1);
  int count = 0;  // without a lock
  std::shared_ptr<void> hold = lane.TryHold();
  ASSERT_TRUE(hold);
  lane.Post([&] {
    ++count;
    may_end.wait();
  });
  ++count;
  hold.reset();
  EXPECT_FALSE(lane.TryHold());
  may_end.count_down();
  while (!(hold = lane.TryHold())) std::this_thread::yield();
  EXPECT_EQ(count, 2);
}

TEST(LaneTest, OneLaneDoesNotWaitForAnother) {
  WorkerPool pool(2);
  const Lane slow = pool.MakeLane(), quick = pool.MakeLane();
  std::latch is_quick_done(1), all(2);
  slow.Post([&] {
    is_quick_done.wait();
    all.count_down();
  });
  quick.Post([&] {
    is_quick_done.count_down();
    all.count_down();
  });
  all.wait();
}

TEST(LaneTest, LongWorkDoesNotStopOtherWork) {
  constexpr int kLong = 16;
  std::latch may_end(1), have_begun(kLong), is_short_done(1);
  std::atomic<int> ended = 0;
  {
    WorkerPool pool(2);
    for (int i = 0; i < kLong; ++i)
      pool.Post([&] {
        have_begun.count_down();
        may_end.wait();
        ++ended;
      });
    pool.Post([&] { is_short_done.count_down(); });
    is_short_done.wait();
    have_begun.wait();
    EXPECT_EQ(ended, 0);
    may_end.count_down();
    // What comes behind them is done by threads that took their places.
    std::latch last(100);
    for (int i = 0; i < 100; ++i) pool.Post([&] { last.count_down(); });
    last.wait();
  }
  EXPECT_EQ(ended, kLong);
}

TEST(LaneTest, ThePoolWaitsForWorkThatHasBegunAndDropsTheRest) {
  std::atomic<int> begun = 0, ended = 0;
  std::optional<WorkerPool> pool(std::in_place, 1);
  const Lane lane = pool->MakeLane();
  // The work that waits owns its lane: it must be deleted nevertheless.
  const auto counter = std::make_shared<int>();
  for (int i = 0; i < 100; ++i)
    lane.Post([&begun, &ended, lane, counter] {
      ++begun;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      ++ended;
    });
  while (begun == 0) std::this_thread::yield();
  pool.reset();
  EXPECT_EQ(begun, ended);
  EXPECT_LT(ended, 100);
  EXPECT_EQ(counter.use_count(), 1);
  lane.Post([counter] {});
  EXPECT_EQ(counter.use_count(), 1);
}

}  // namespace
}  // namespace fdr

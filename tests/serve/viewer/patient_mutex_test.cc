// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/patient_mutex.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace fdr {
namespace {

using Guard = std::unique_lock<PatientMutex>;

TEST(PatientMutexTest, AWaiterGivesUp) {
  PatientMutex mutex;
  const Guard guard(mutex);
  Guard other(mutex, std::defer_lock);
  EXPECT_FALSE(other.try_lock());
  EXPECT_FALSE(other.try_lock_for(std::chrono::milliseconds(1)));
}

TEST(PatientMutexTest, ALimitEndsTheWait) {
  PatientMutex mutex;
  int calls = 0;
  const auto check = [&calls]() -> Result<void> {
    if (++calls < 2) return {};
    return Fail(Errc::kTimeout, "too long");
  };
  {
    const auto guard = mutex.Lock(check);
    ASSERT_TRUE(guard);
    EXPECT_EQ(calls, 0);
    EXPECT_EQ(mutex.Lock(check).error().code, Errc::kTimeout);
    EXPECT_EQ(calls, 2);
  }
  EXPECT_TRUE(mutex.Lock(check));
}

TEST(PatientMutexTest, OneThreadIsInsideAtATime) {
  PatientMutex mutex;
  int inside = 0, entered = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 1000; ++round) {
        Guard guard(mutex, std::defer_lock);
        while (!guard.try_lock_for(std::chrono::milliseconds(50))) continue;
        EXPECT_EQ(++inside, 1);
        ++entered;
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(entered, 4000);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/async_work.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <memory>

namespace fdr {
namespace {

constexpr auto kPolicy = std::launch::async | std::launch::deferred;

// While it exists, no thread can start, because the default stack is too large.
class WithoutThreads {
 public:
  WithoutThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 50);
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
    pthread_attr_destroy(&huge);
  }
  ~WithoutThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  WithoutThreads(const WithoutThreads&) = delete;
  WithoutThreads& operator=(const WithoutThreads&) = delete;

 private:
  pthread_attr_t before_;
};

TEST(AsyncWorkTest, WorkIsDoneInAThread) {
  std::future<int> outcome =
      StartAsync(kPolicy, [number = std::make_unique<int>(7)] { return *number; });
  EXPECT_NE(outcome.wait_for(std::chrono::seconds(0)), std::future_status::deferred);
  EXPECT_EQ(outcome.get(), 7);
}

TEST(AsyncWorkTest, WithoutAThreadItIsDoneWithAllThatItOwns) {
  const WithoutThreads without_threads;
  std::future<int> outcome =
      StartAsync(kPolicy, [number = std::make_unique<int>(7)] { return number ? *number : 0; });
  EXPECT_EQ(outcome.wait_for(std::chrono::seconds(0)), std::future_status::deferred);
  EXPECT_EQ(outcome.get(), 7);
}

}  // namespace
}  // namespace fdr

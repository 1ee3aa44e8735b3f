// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/web_contexts.h"

#include <gtest/gtest.h>

#include <thread>

namespace fdr {
namespace {

using namespace std::chrono_literals;

class WebContextsTest : public testing::Test {
 protected:
  std::shared_ptr<WebContext> Add(std::chrono::nanoseconds timeout = 5s) {
    auto context = std::make_shared<WebContext>(nullptr, nullptr);
    context->poll_timeout = timeout;
    contexts_.Add(context);
    contexts_.Keep();
    return context;
  }

  std::chrono::nanoseconds now_ = 100s;
  std::uint32_t random_ = 7;
  WebContexts contexts_{{[this] { return now_; }, [this] { return random_++; }, 3}};
};

TEST_F(WebContextsTest, NumbersArePositiveAndNotTaken) {
  random_ = 0x80000000;  // 31 bits of it are 0
  EXPECT_EQ(Add()->number, 1u);
  random_ = 1;
  EXPECT_EQ(Add()->number, 2u);
}

TEST_F(WebContextsTest, WhatIsForgottenLeavesTheOthers) {
  const std::uint32_t first = Add()->number, second = Add()->number, third = Add()->number;
  const auto refused = std::make_shared<WebContext>(nullptr, nullptr);
  refused->poll_timeout = 10s;
  contexts_.Add(refused);
  contexts_.Forget(refused->number);
  contexts_.Keep();
  EXPECT_FALSE(contexts_.Look(refused->number));
  for (const std::uint32_t number : {first, second, third}) EXPECT_TRUE(contexts_.Look(number));
}

TEST_F(WebContextsTest, LookingIsNoUse) {
  const std::uint32_t number = Add()->number;
  now_ += 4s;
  EXPECT_NE(contexts_.Look(number), nullptr);
  now_ += 2s;
  EXPECT_EQ(contexts_.Look(number), nullptr);
  EXPECT_EQ(contexts_.Use(number), nullptr);
}

TEST_F(WebContextsTest, TheOldestUnusedOneGoesFirst) {
  const std::uint32_t first = Add()->number;
  now_ += 1s;
  const std::uint32_t second = Add()->number;
  now_ += 1s;
  const std::uint32_t third = Add()->number;
  now_ += 1s;
  EXPECT_NE(contexts_.Use(first), nullptr);
  now_ += 1s;
  const std::uint32_t fourth = Add()->number;
  EXPECT_EQ(contexts_.Look(second), nullptr);
  for (const std::uint32_t number : {first, third, fourth})
    EXPECT_NE(contexts_.Look(number), nullptr) << number;
}

TEST_F(WebContextsTest, ExpiredOnesMakeRoom) {
  const std::uint32_t lasting = Add(1h)->number;
  for (int i = 0; i < 100; ++i) {
    Add(1ms);
    now_ += 1s;
  }
  EXPECT_NE(contexts_.Use(lasting), nullptr);
}

TEST_F(WebContextsTest, ManyThreadsMayUseThem) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([this] {
      for (int j = 0; j < 1000; ++j) contexts_.Use(Add()->number);
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace fdr

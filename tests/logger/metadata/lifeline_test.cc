// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/lifeline.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>

namespace fdr {
namespace {

TEST(LifelineTest, ACallbackGetsItsArguments) {
  const Lifeline lifeline;
  int sum = 0;
  const std::function<void(int, int)> add = lifeline.Guard([&](int a, int b) { sum = a + b; });
  add(1, 2);
  EXPECT_EQ(sum, 3);
}

TEST(LifelineTest, ACallbackDoesNothingOnceTheLifelineIsGone) {
  std::optional<Lifeline> lifeline(std::in_place);
  int calls = 0;
  const std::function<void()> call = lifeline->Guard([&] { ++calls; });
  call();
  lifeline.reset();
  call();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace fdr

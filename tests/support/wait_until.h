// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a test waits: until what it needs holds, however busy the machine is.

#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace fdr::test {

/// Only what never comes takes so long.
inline constexpr std::chrono::minutes kWaitLimit{5};

/// Asks until `condition()` is true.  Returns its last answer.
template <class Condition>
bool WaitUntil(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + kWaitLimit;
  auto pause = std::chrono::microseconds(500);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return condition();
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::microseconds(20'000));
  }
  return true;
}

}  // namespace fdr::test

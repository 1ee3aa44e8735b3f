// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A test with a loop that serves agents.

#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "fdr/replay/sources/net/event_loop.h"
#include "fdr/tests/support/wait_until.h"

namespace fdr::test {

class LoopFixture : public testing::Test {
 protected:
  /// Serves agents until this holds.
  template <class Condition>
  bool RunUntil(Condition condition) {
    return WaitUntil([&] {
      loop_->RunOneFor(std::chrono::milliseconds(10));
      return condition();
    });
  }

  std::shared_ptr<EventLoop> loop_ = *EventLoop::Make();
};

}  // namespace fdr::test

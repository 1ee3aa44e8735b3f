// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/send_signal.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace fdr::test {
namespace {

// Signal 0 is never sent.  It only asks whether the process exists.
constexpr int kNoSignal = 0;

TEST(SendSignalTest, WhatForkGivesWhenItFailsIsNoProcess) {
  for (const pid_t pid : {-1, 0, 1, -2, -::getpid()}) {
    EXPECT_FALSE(SendSignal(pid, kNoSignal)) << pid;
    EXPECT_FALSE(SendSignalToGroup(pid, kNoSignal)) << pid;
  }
}

TEST(SendSignalTest, AProcessGetsIt) { EXPECT_TRUE(SendSignal(::getpid(), kNoSignal)); }

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/ended_children.h"

#include <gtest/gtest.h>

namespace fdr::why {
namespace {

Timestamp Second(double seconds) { return PlusSeconds({1000, 0}, seconds); }

constexpr InstanceId kMake = 10, kCompiler = 11;

class EndedChildren : public testing::Test {
 protected:
  // `make` waits for its children for ten seconds, and each second they had used this much.
  static ProcessUsage Make(double each) {
    ProcessUsage make{.pid = kMake, .parent = 1};
    for (int t = 0; t < 10; ++t) make.children_time.push_back({Second(t), Second(t + 1), each});
    make.last_seen = Second(10);
    return make;
  }

  static ProcessUsage Compiler(double last_seen, double time) {
    ProcessUsage compiler{.pid = kCompiler, .parent = kMake};
    compiler.total[kOwnTime] = time;
    compiler.last_seen = Second(last_seen);
    return compiler;
  }

  double Left(std::vector<ProcessUsage> processes) const {
    LeaveChildren(window_, 2, processes);
    return processes[0].in[kChildrenTime] + processes[0].out[kChildrenTime];
  }

  const UsageWindow window_{Second(0), Second(10), Second(0), Second(10)};
};

TEST_F(EndedChildren, NobodyWasSeen) { EXPECT_NEAR(Left({Make(0.1)}), 1, 1e-9); }

TEST_F(EndedChildren, WhatWasSeenDoesNotCountTwice) {
  ProcessUsage make = Make(0.1);
  make.children_time[4].amount += 1.5;
  EXPECT_NEAR(Left({make, Compiler(4.0, 1.5)}), 1, 1e-9);
}

// A recorder writes the earlier value of a parent that was idle a microsecond behind the sample.
TEST_F(EndedChildren, AnEarlierValueIsNoGrowth) {
  ProcessUsage make{.pid = kMake, .parent = 1};
  make.children_time = {{Second(0), Second(4.000001), 0}, {Second(4.000001), Second(5), 1.6}};
  make.last_seen = Second(10);
  EXPECT_NEAR(Left({make, Compiler(4.0, 1.5)}), 0.1, 1e-9);
}

// make - sh - compiler: the shell only waits, and ends with the compiler.
TEST_F(EndedChildren, AShellInBetweenWasNotSeen) {
  ProcessUsage make = Make(0.1), compiler = Compiler(4.0, 1.5);
  make.children_time[4].amount += 1.5;
  compiler.parent = 99;
  EXPECT_NEAR(Left({make, compiler}), 1, 1e-9);
}

TEST_F(EndedChildren, AChildThatLivesHasGivenNothing) {
  EXPECT_NEAR(Left({Make(0.1), Compiler(10, 1.5)}), 1, 1e-9);
}

TEST_F(EndedChildren, MoreThanPassedIsOlder) {
  ProcessUsage make = Make(0.1);
  make.children_time[4].amount = 100;
  EXPECT_NEAR(Left({make}), 0.9, 1e-9);
}

TEST_F(EndedChildren, ACircleOfParentsEnds) {
  ProcessUsage a{.pid = 1, .parent = 2}, b{.pid = 2, .parent = 1};
  a.last_seen = b.last_seen = Second(1);
  a.children_time = {{Second(1), Second(2), 0.5}};
  EXPECT_NEAR(Left({a, b}), 0.5, 1e-9);
}

TEST_F(EndedChildren, PiecesAreDividedBetweenTheStretchAndTheRest) {
  const UsageWindow window{Second(2), Second(4), Second(0), Second(10)};
  std::vector<ProcessUsage> processes = {Make(0.1)};
  LeaveChildren(window, 2, processes);
  EXPECT_NEAR(processes[0].in[kChildrenTime], 0.2, 1e-9);
  EXPECT_NEAR(processes[0].out[kChildrenTime], 0.8, 1e-9);
}

}  // namespace
}  // namespace fdr::why

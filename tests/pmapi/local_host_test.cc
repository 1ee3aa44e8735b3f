// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine without a collector: our program uses the built-in collector, and the peer's program
// runs the peer's agents inside.

#include <gtest/gtest.h>

#include "fdr/tests/pmapi/twins.h"

namespace fdr::test {
namespace {

TEST(PmapiLocalHost, IsWhatThePeerSaysOfIt) {
  const TwinRequest request{
      .program = "local_host",
      .arguments = {"hinv.ncpu", "hinv.pagesize", "hinv.physmem", "kernel.uname.release",
                    "kernel.uname.nodename", "kernel.all.hz", "kernel.all.boottime"}};
  EXPECT_TRUE(TwinsAgree(request));
}

// The load changes, so the test cannot compare it.
TEST(PmapiLocalHost, HasItsLoad) {
  const std::string ours =
      RunTwins({.program = "local_host", .arguments = {"kernel.all.load"}}).ours;
  for (const char* instance : {"[1 1 minute 1]", "[5 5 minute 5]", "[15 15 minute 15]"})
    EXPECT_NE(ours.find(instance), ours.npos) << ours;
}

}  // namespace
}  // namespace fdr::test

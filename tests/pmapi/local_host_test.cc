// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine without a collector: our program uses the built-in collector, and the peer's program
// runs the peer's agents inside.

#include <gtest/gtest.h>

#include "fdr/tests/pmapi/twins.h"
#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/temp_directory.h"

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

// The agent's own messages have the time and its process.
TEST(PmapiLocalHost, HasAgentsThatStoreAndNeedNoWholePath) {
  const TempDirectory directory;
  WriteFile(directory / "names", AsBytes("#define TOY 400\nroot { toy }\ntoy { colour TOY:0:5 pid "
                                         "TOY:0:1 string long }\ntoy.string { write_me TOY:0:32 }\n"
                                         "toy.long { write_me TOY:0:14 one TOY:0:10 }\n"));
  const auto said = [&](const char* side, const std::string& path) {
    return RunTwin({.program = "local_agents",
                    .arguments = {directory / "names", "add,400," + path + ",sample_init",
                                  "toy.colour", "toy.long.write_me", "7", "toy.string.write_me",
                                  "hello", "toy.long.one", "5", "toy.long.write_me", "8",
                                  "toy.long.write_me", "9", "toy.long.one", "1"}},
                   side)
        .out;
  };
  for (const char* path : {"sample/pmda_sample", "sample/pmda_sample.so",
                           "/var/lib/pcp/pmdas/sample/pmda_sample", "no/such"}) {
    const std::string ours = said("_ours", path);
    EXPECT_NE(ours.find("store "), ours.npos) << ours;
    EXPECT_TRUE(SameLines(ours, said("_peer", path))) << path;
  }
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/child_process.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace fdr::test {
namespace {

using std::chrono::milliseconds;

ChildOutcome Shell(std::string script, std::string stdin_text = {},
                   milliseconds limit = milliseconds(20000),
                   std::vector<std::string> environment = {}) {
  const auto outcome = RunChild({.argv = {"sh", "-c", std::move(script)},
                                 .environment = std::move(environment),
                                 .stdin_text = std::move(stdin_text),
                                 .time_limit = limit});
  EXPECT_TRUE(outcome) << outcome.error().Message();
  return outcome.value_or(ChildOutcome{});
}

TEST(ChildProcessTest, GivesBothStreamsAndTheExitStatus) {
  const ChildOutcome o = Shell("cat; echo oops >&2; exit 3", "line\n");
  EXPECT_EQ(o.out, "line\n");
  EXPECT_EQ(o.err, "oops\n");
  EXPECT_EQ(o.exit_status, 3);
  EXPECT_EQ(o.signal, 0);
  EXPECT_FALSE(o.Succeeded());
}

TEST(ChildProcessTest, LargeInputAndOutputDoNotBlock) {
  const std::string text(3'000'000, 'x');
  const ChildOutcome o = Shell("cat; cat /dev/null", text);
  EXPECT_TRUE(o.Succeeded());
  EXPECT_EQ(o.out, text);
}

TEST(ChildProcessTest, InputThatNobodyReadsIsHarmless) {
  EXPECT_TRUE(Shell("true", std::string(1'000'000, 'x')).Succeeded());
}

TEST(ChildProcessTest, TheTimeLimitEndsTheChildAndItsChildren) {
  const auto before = std::chrono::steady_clock::now();
  ChildOutcome o;
  // A busy machine may need seconds to start a shell.
  for (milliseconds limit(200); o.out.empty() && limit < std::chrono::seconds(60); limit *= 4) {
    // Slow on purpose: ended by the limit.
    o = Shell("echo started; sleep 600 & sleep 600", {}, limit);
    EXPECT_TRUE(o.timed_out);
  }
  EXPECT_EQ(o.signal, 9);
  EXPECT_EQ(o.exit_status, -1);
  EXPECT_EQ(o.out, "started\n");
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(300));
}

TEST(ChildProcessTest, AProgramIsTerminatedOnceItHasSaidWhatTheTestWaitsFor) {
  const auto outcome = RunChild(
      {.argv =
           {"sh", "-c",
            "trap 'echo terminated; exit 5' TERM; echo ready >&2; while :; do sleep 0.01; done"},
       .terminates_when = [](const std::string& err) { return err == "ready\n"; }});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->out, "terminated\n");
  EXPECT_EQ(outcome->exit_status, 5);
}

TEST(ChildProcessTest, ASignalIsNotAnExitStatus) {
  const ChildOutcome o = Shell("kill -SEGV $$");
  EXPECT_EQ(o.signal, 11);
  EXPECT_EQ(o.exit_status, -1);
  EXPECT_FALSE(o.timed_out);
}

TEST(ChildProcessTest, TheEnvironmentIsOursWithChanges) {
  ASSERT_EQ(setenv("FDR_TEST_KEPT", "kept", 1), 0);
  ASSERT_EQ(setenv("FDR_TEST_GONE", "gone", 1), 0);
  const ChildOutcome o =
      Shell("echo $FDR_TEST_KEPT ${FDR_TEST_GONE-unset} $FDR_TEST_NEW ${FDR_TEST_EMPTY-unset}.", {},
            milliseconds(20000), {"FDR_TEST_GONE", "FDR_TEST_NEW=a=b", "FDR_TEST_EMPTY="});
  EXPECT_EQ(o.out, "kept unset a=b .\n");
}

TEST(ChildProcessTest, AProgramThatIsNotThereIsAnError) {
  const auto outcome = RunChild({.argv = {"/nonexistent/program"}});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, Errc::kIo);
  EXPECT_EQ(RunChild({.argv = {}}).error().code, Errc::kInvalidArgument);
}

}  // namespace
}  // namespace fdr::test

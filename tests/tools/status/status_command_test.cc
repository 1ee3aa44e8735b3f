// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr status` with running recorders.

#include <gtest/gtest.h>
#include <signal.h>

#include "fdr/tests/support/peer.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

TEST(StatusCommandTest, ItTellsWhatARecorderRecords) {
  const TempDirectory directory;
  const std::string base = directory / "rec";
  TerminalChild child({.argv = {FDR_COMMAND, "record", base, "hinv.ncpu", "-t", "20ms"},
                       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor(" samples");
  const std::string pid = std::to_string(child.pid());
  const ChildOutcome text = RunFdr({"status", pid});
  EXPECT_EQ(text.exit_status, 0) << text.err;
  EXPECT_TRUE(text.out.starts_with(pid + ": " + base + ", for ")) << text.out;
  EXPECT_NE(text.out.find("\n  this machine  recording "), std::string::npos) << text.out;
  const ChildOutcome json = RunFdr({"status", "--json", directory / "./rec"});
  EXPECT_EQ(json.exit_status, 0) << json.err;
  EXPECT_TRUE(json.out.starts_with(R"({"schema":"fdr.status/1","recorders":[{"pid":)" + pid +
                                   R"(,"out":")" + base + R"(","since":")"))
      << json.out;
  EXPECT_NE(json.out.find(R"("source":"this machine","state":"recording","archive":")" + base +
                          R"(","since":"20)"),
            std::string::npos)
      << json.out;
  EXPECT_TRUE(json.out.ends_with(
      "\"lag_seconds\":0,\"control_port\":null,\"error\":null}]}],\"servers\":[]}\n"))
      << json.out;

  const ChildOutcome all = RunFdr({"status"});
  EXPECT_NE(all.out.find(pid + ": " + base), std::string::npos) << all.out;

  EXPECT_TRUE(SendSignal(child.pid(), SIGKILL));
  child.WaitForEnd();
  const ChildOutcome gone = RunFdr({"status", pid});
  EXPECT_EQ(gone.exit_status, 1);
  EXPECT_EQ(gone.err, "fdr: " + pid + ": No such recorder or server is running\n");
}

TEST(StatusCommandTest, AStuckRecorderDoesNotHoldItUpForEver) {
  const TempDirectory directory;
  TerminalChild child(
      {.argv = {FDR_COMMAND, "record", directory / "rec", "hinv.ncpu", "-t", "20ms"},
       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor(" samples");
  EXPECT_TRUE(SendSignal(child.pid(), SIGSTOP));
  const std::string pid = std::to_string(child.pid());
  const ChildOutcome outcome = RunFdr({"status", pid});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.err, "fdr: recorder " + pid + ": The recorder does not answer\n");
  EXPECT_TRUE(SendSignal(child.pid(), SIGCONT));
  EXPECT_TRUE(SendSignal(child.pid(), SIGTERM));
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

class RingCommandTest : public testing::Test {
 protected:
  RingCommandTest() { child_.WaitFor(" samples"); }
  ~RingCommandTest() override {
    EXPECT_TRUE(SendSignal(child_.pid(), SIGTERM));
    EXPECT_EQ(child_.WaitForEnd().exit_status, 0);
  }

  static void ExpectSound(const std::string& base) {
    const ChildOutcome check = RunFdr({"check", "-w", base});
    EXPECT_NE(check.out.find("0 errors, 0 warnings"), std::string::npos) << check.out;
    EXPECT_EQ(PeerOutput({"pmlogcheck", "-w", base}), "");
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "ring";
  TerminalChild child_{ChildRequest{
      .argv = {FDR_COMMAND, "record", base_, "kernel.all", "disk", "-t", "20ms", "--ring", "1m"},
      .environment = {"TERM=xterm", "NO_COLOR=1"}}};
};

TEST_F(RingCommandTest, WhatIsInMemoryIsWrittenWhenItIsWanted) {
  EXPECT_EQ(FileNames(directory_.path()), std::vector<std::string>{});
  const std::string pid = std::to_string(child_.pid());
  for (const std::string& name : {base_, base_ + "-00"}) {
    const ChildOutcome outcome = RunFdr({"status", "--snapshot", pid});
    EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "this machine: " + name + "\n");
    ExpectSound(name);
  }
}

// The samples come once an hour, so the second snapshot has nothing to add.
TEST(RingCommandTwiceTest, OnlyWhatIsNewIsWritten) {
  const TempDirectory directory;
  const std::string base = directory / "ring", plain = directory / "plain";
  TerminalChild child(
      {.argv = {FDR_COMMAND, "record", base, "hinv.ncpu", "-t", "1h", "--ring", "1m"},
       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor("1 sample");
  const std::string pid = std::to_string(child.pid());
  EXPECT_EQ(RunFdr({"status", "--snapshot", pid}).out, "this machine: " + base + "\n");
  EXPECT_EQ(RunFdr({"status", "--snapshot", pid}).out,
            "this machine: there is nothing new since " + base + "\n");
  EXPECT_TRUE(SendSignal(child.pid(), SIGTERM));
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  EXPECT_EQ(FileNames(directory.path()).size(), 3u);

  TerminalChild without({.argv = {FDR_COMMAND, "record", plain, "hinv.ncpu", "-t", "20ms"},
                         .environment = {"TERM=xterm", "NO_COLOR=1"}});
  without.WaitFor(" samples");
  const ChildOutcome outcome = RunFdr({"status", "--snapshot", plain + "/"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_NE(outcome.err.find("It has no ring: see fdr record --ring"), std::string::npos)
      << outcome.err;
  EXPECT_TRUE(SendSignal(without.pid(), SIGTERM));
  EXPECT_EQ(without.WaitForEnd().exit_status, 0);
}

TEST_F(RingCommandTest, ASignalDoesItToo) {
  EXPECT_TRUE(SendSignal(child_.pid(), SIGUSR1));
  child_.WaitFor("this machine: " + base_);
  while (RunFdr({"status", "--snapshot", std::to_string(child_.pid())}).exit_status != 0) {
  }
  ExpectSound(base_);
}

}  // namespace
}  // namespace fdr::test

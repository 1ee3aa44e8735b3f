// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr watch` of this machine and of hosts.

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class WatchCommandTest : public ::testing::Test {
 protected:
  // Until standard error has the text.
  ChildOutcome WatchUntil(const std::string& rules, const std::string& end,
                          std::vector<std::string> more = {}) {
    const std::string file = directory_ / "rules";
    std::ofstream(file) << rules;
    std::vector<std::string> argv = {FDR_COMMAND, "watch", "--rules", file, "-t", "20ms"};
    argv.insert(argv.end(), more.begin(), more.end());
    const auto outcome =
        RunChild({.argv = std::move(argv),
                  .environment = {"TZ=UTC", "DISPLAY", "WAYLAND_DISPLAY"},
                  .terminates_when = [&](const std::string& err) { return Has(err, end); }});
    EXPECT_EQ(ErrorOf(outcome), "");
    return outcome.value_or(ChildOutcome{});
  }

  TempDirectory directory_;
};

TEST_F(WatchCommandTest, ThisMachineIsWatchedUntilASignal) {
  const ChildOutcome outcome = WatchUntil(
      "hinv.ncpu > 0 -> print 1 hour \"cpus on %c\" & shell 1 hour \"echo ran\" &"
      "                 alarm 1 hour \"the end\";",
      "alarm: the end");
  EXPECT_EQ(outcome.signal, SIGTERM);
  EXPECT_TRUE(Has(outcome.out, ": cpus on local:\nran\n"));
}

// A counter has a rate only from the second evaluation on.
TEST_F(WatchCommandTest, CountersAreRates) {
  const ChildOutcome outcome =
      WatchUntil("ruleset kernel.all.cpu.idle >= 0 -> alarm \"rate\" unknown -> print \"unknown\";",
                 "alarm: rate");
  EXPECT_TRUE(Has(outcome.out, ": unknown\n"));
}

TEST_F(WatchCommandTest, ActionsMayOnlyBeSaid) {
  const ChildOutcome outcome = WatchUntil(
      "hinv.ncpu > 0 -> shell \"echo ran\" & alarm \"the end\" &"
      "                 print \"x\"; nothing.here > 0 -> print \"y\";",
      "nothing.here; its rule is left out", {"--actions", "say", "-T", "0.5"});
  EXPECT_FALSE(Has(outcome.out, "\nran\n"));
}

TEST_F(WatchCommandTest, AHostThatDoesNotAnswerIsAwaited) {
  const ChildOutcome outcome =
      WatchUntil("hinv.ncpu > 0 -> print \"x\";", "fdr tries it again every 10 s",
                 {"-h", "unix:" + (directory_ / "nobody")});
  EXPECT_EQ(outcome.signal, SIGTERM);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(WatchCommandTest, TheEndComesAlsoIfAHostDoesNotAnswer) {
  const std::string file = directory_ / "rules", nobody = "unix:" + (directory_ / "nobody");
  std::ofstream(file) << "hinv.ncpu > 0 -> print \"x\";";
  const ChildOutcome outcome = RunFdr({"watch", "--rules", file, "-h", nobody, "-T", "10ms"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "fdr tries it again every 10 s")) << outcome.err;
}

TEST_F(WatchCommandTest, WrongOptionsAreRefusedBeforeAHostIsAsked) {
  const std::string file = directory_ / "rules", nobody = "unix:" + (directory_ / "nobody");
  std::ofstream(file) << "hinv.ncpu > 0 -> print \"x\";";
  for (const auto& [option, value] : std::vector<std::pair<std::string, std::string>>{
           {"-T", "someday"}, {"--tz", "No/Where"}, {"--derive", "a=("}, {"-t", "often"}}) {
    const ChildOutcome outcome = RunFdr({"watch", "--rules", file, "-h", nobody, option, value});
    EXPECT_EQ(outcome.exit_status, 2) << option;
    EXPECT_FALSE(Has(outcome.err, "tries it again")) << outcome.err;
  }
  EXPECT_EQ(RunFdr({"watch", "--rules", file, "-S", "1m"}).exit_status, 2);
}

TEST_F(WatchCommandTest, RulesCanBeCheckedAlone) {
  const std::string file = directory_ / "rules";
  std::ofstream(file) << "hinv.ncpu > 0 -> stomp \"x\";";
  const ChildOutcome outcome = RunFdr({"watch", "--rules", file, "--check"});
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_TRUE(Has(outcome.err, ":1:18: fdr has no stomp"));
  std::ofstream(file) << "hinv.ncpu > 0 -> shell \"exit 1\";";
  EXPECT_EQ(RunFdr({"watch", "--rules", file, "--check"}).exit_status, 0);
}

TEST_F(WatchCommandTest, WithoutAnyRuleThereIsNothingToWatch) {
  const std::string file = directory_ / "rules";
  std::ofstream(file) << "nothing.here > 0 -> print \"x\";";
  const ChildOutcome outcome = RunFdr({"watch", "-q", "--rules", file});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.err, "fdr: No rule can be evaluated on this machine\n");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr live`, and `fdr names` on hosts, as users run them: on this machine, and with PCP's
// collector.

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <regex>

#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

std::size_t LineCount(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string LastLine(const std::string& text) {
  const std::size_t end = text.find_last_of('\n');
  return text.substr(text.find_last_of('\n', end - 1) + 1, end);
}

ChildOutcome Live(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
  arguments.insert(arguments.begin(), "live");
  return RunFdr(std::move(arguments), std::move(environment));
}

TEST(LiveCommandTest, ThisMachineNeedsNoCollector) {
  const ChildOutcome outcome = Live({"kernel.all.load", "-t", "20ms", "-s", "3"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(LineCount(outcome.out), 2u + 3u);
  EXPECT_TRUE(Has(outcome.out, "kernel.all.load")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, "15 minute")) << outcome.out;
}

TEST(LiveCommandTest, CountersAreRatesFromTheSecondSampleOn) {
  const ChildOutcome rates = Live({"kernel.all.sysfork", "-t", "20ms", "-s", "2", "--csv"});
  EXPECT_EQ(LineCount(rates.out), 1u + 2u) << rates.out;
  EXPECT_TRUE(Has(rates.out, "count / sec")) << rates.out;
  EXPECT_FALSE(LastLine(rates.out).ends_with(",\n")) << rates.out;

  const ChildOutcome both =
      Live({"kernel.all.sysfork", "hinv.ncpu", "-t", "20ms", "-s", "2", "--csv"});
  EXPECT_TRUE(Has(both.out, "Z,,")) << both.out;  // the first row has no rate yet

  const ChildOutcome safe =
      Live({"-t", "20ms", "-s", "1", "--csv-safe", "--", "-(hinv.ncpu)", "hinv.ncpu"});
  EXPECT_TRUE(safe.out.starts_with("time,'-(hinv.ncpu),hinv.ncpu\n")) << safe.out << safe.err;

  const ChildOutcome raw = Live({"kernel.all.sysfork", "-t", "20ms", "-s", "1", "--csv", "--raw"});
  EXPECT_EQ(LineCount(raw.out), 1u + 1u) << raw.out;
  EXPECT_FALSE(Has(raw.out, "sec")) << raw.out;
}

TEST(LiveCommandTest, RowsComeAtTheIntervalUntilTheEnd) {
  const auto start = std::chrono::steady_clock::now();
  const ChildOutcome outcome = Live({"hinv.ncpu", "-t", "100ms", "-T", "1s", "--csv"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(900));
  EXPECT_GE(LineCount(outcome.out), 3u) << outcome.out;  // so few on a busy machine
  EXPECT_LE(LineCount(outcome.out), 1u + 11u) << outcome.out;
}

TEST(LiveCommandTest, MistakesAreExplained) {
  const auto fails = [](std::vector<std::string> arguments, int status, const std::string& why) {
    const ChildOutcome outcome = Live(std::move(arguments));
    EXPECT_EQ(outcome.exit_status, status) << outcome.err;
    EXPECT_TRUE(Has(outcome.err, why)) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  fails({}, 2, "METRIC is required");
  fails({"kernel.all.laod"}, 1, "did you mean kernel.all.load?");
  fails({"hinv.ncpu", "-t", "0"}, 2, "The interval must be more than 0");
  fails({"hinv.ncpu", "-t", "soon"}, 2, "-t: Not an interval, such as 10s, 5m or 100ms");
  fails({"hinv.ncpu", "-t", "1us"}, 2, "-t: The shortest interval is 1ms, as in -t 1ms");
  fails({"hinv.ncpu", "-T", "soon"}, 2, "-T: Not a time, such as 10m (from now) or '@18:00'");
  fails({"hinv.ncpu", "-T", "@2001-09-09"}, 2, "-T @2001-09-09: That time has passed: 2001-09-09");
  fails({"hinv.ncpu", "-h", "::1"}, 2, "Not a host");
  fails({"hinv.ncpu", "-h", "unix:/nowhere"}, 1, "is the collector, pmcd, running there?");
  fails({"hinv.ncpu", "-h", "127.0.0.1:" + std::to_string(FreePort())}, 1, "Connection refused");
  fails({"kernel.uname.sysname", "--plot"}, 1, "None of these metrics is numeric");
}

TEST(LiveCommandTest, CtrlCEndsItAsASignalDoes) {
  TerminalChild child({.argv = {FDR_COMMAND, "live", "hinv.ncpu", "-t", "20ms"},
                       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor("hinv.ncpu");
  EXPECT_TRUE(SendSignal(child.pid(), SIGINT));
  EXPECT_EQ(child.WaitForEnd().signal, SIGINT);
}

TEST(LiveCommandTest, OnATerminalSpacePausesAndQEnds) {
  TerminalChild child({.argv = {FDR_COMMAND, "live", "hinv.ncpu", "-t", "20ms", "--plot"},
                       .environment = {"LC_ALL=C.UTF-8", "TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor("hinv.ncpu");
  child.WaitFor("hinv.ncpu");  // the chart is drawn again and again
  child.Press(" ");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

class LiveHostTest : public testing::Test {
 protected:
  // Shows the metrics on a terminal, twenty times a second.
  ChildRequest Watch(const std::vector<std::string>& metrics) const {
    std::vector<std::string> argv = {FDR_COMMAND, "live", "-h",   collector_.tcp(),
                                     "-t",        "50ms", "--csv"};
    argv.insert(argv.end(), metrics.begin(), metrics.end());
    return {.argv = argv, .environment = {"TZ=UTC", "TERM=xterm", "PMCD_RECONNECT_TIMEOUT=1"}};
  }

  // Waits for a line whose end matches this regular expression.
  static void AwaitRow(TerminalChild& watch, const std::string& end) {
    constexpr int kMostRows = 1000;
    const std::regex row(".*" + end);
    std::string line = "?";
    for (int i = 0; i < kMostRows && !line.empty(); ++i) {
      line = watch.WaitFor("\r\n");
      if (std::regex_match(line, row)) return;
    }
    ADD_FAILURE() << "no row with " << end;
  }

  PeerCollector collector_;
};

TEST_F(LiveHostTest, AHostIsAskedThroughItsCollector) {
  for (const std::string& host : {collector_.tcp(), collector_.unix_socket()}) {
    const ChildOutcome outcome = Live({"-h", host, "sample.long.hundred", "sample.bin[bin-300]",
                                       "-t", "20ms", "-s", "2", "--csv"});
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.exit_status, 0);
    EXPECT_TRUE(LastLine(outcome.out).ends_with("Z,100,300\n")) << outcome.out;
  }
}

TEST_F(LiveHostTest, TheEnvironmentSaysWhereCollectorsAre) {
  const std::string port = "PMCD_PORT=" + std::to_string(collector_.port());
  const ChildOutcome outcome =
      Live({"-h", "127.0.0.1", "sample.long.one", "-s", "1", "--json"}, {port});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_TRUE(Has(outcome.out, "\"host\":")) << outcome.out;
  const ChildOutcome odd =
      Live({"-h", collector_.tcp(), "sample.long.one", "-s", "1"}, {"PMCD_REQUEST_TIMEOUT=soon"});
  EXPECT_EQ(odd.exit_status, 0);
  EXPECT_TRUE(Has(odd.err, "warning: ")) << odd.err;
}

TEST_F(LiveHostTest, AHostThatGoesAwayAndComesBackIsWatchedOn) {
  TerminalChild watch(Watch({"sample.long.one"}));
  AwaitRow(watch, ",1\r\n");
  collector_.Kill();
  std::string told = watch.WaitFor("fdr: ");
  collector_.Start();
  told += watch.WaitFor(collector_.tcp() + " answers again\r\n");
  EXPECT_LE(LineCount(told), 4u) << told;
  for (int i = 0; i < 10; ++i) AwaitRow(watch, ",1\r\n");
  watch.Press("q");
  EXPECT_EQ(watch.WaitForEnd().exit_status, 3);  // samples are missing
}

// Derived metrics find their operands again, also when an agent was away for a while.
TEST_F(LiveHostTest, DerivedMetricsGoOnWithTheHost) {
  const std::vector<std::string> all = PeerCollector::UsualAgents();
  TerminalChild watch(Watch({"--derive", "my.a=sample.long.hundred * 3", "--derive",
                             "my.b=rate(sample.milliseconds)", "my.a", "my.b"}));
  const std::string both = "Z,300,[0-9.e+-]+\r\n", no_rate = "Z,300,\r\n", nothing = "Z,,\r\n";
  AwaitRow(watch, both);
  collector_.Kill();
  watch.WaitFor("fdr: ");
  collector_.Start();
  watch.WaitFor(collector_.tcp() + " answers again\r\n");
  AwaitRow(watch, no_rate);  // the first row after the interruption
  AwaitRow(watch, both);
  collector_.Reconfigure({all[0]});  // without the agent
  AwaitRow(watch, nothing);
  collector_.Reconfigure(all);
  AwaitRow(watch, both);
  watch.Press("q");
  EXPECT_EQ(watch.WaitForEnd().exit_status, 3);
}

TEST_F(LiveHostTest, NamesAreListedOfHostsAndOfThisMachine) {
  const ChildOutcome host = RunFdr({"names", "-h", collector_.tcp(), "sample.long", "-v"});
  EXPECT_EQ(host.exit_status, 0) << host.err;
  EXPECT_TRUE(Has(host.out, "sample.long.hundred")) << host.out;
  EXPECT_TRUE(Has(host.out, "\n    ")) << host.out;

  const ChildOutcome here = RunFdr({"names", "-L", "kernel.all.load", "--json"});
  EXPECT_EQ(here.exit_status, 0) << here.err;
  EXPECT_TRUE(Has(here.out, "\"instances\":[{\"id\":1,\"name\":\"1 minute\"}")) << here.out;

  EXPECT_EQ(RunFdr({"names", "-L", "-h", "x"}).exit_status, 2);
  EXPECT_EQ(RunFdr({"names"}).exit_status, 2);
}

}  // namespace
}  // namespace fdr::test

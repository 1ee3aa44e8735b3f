// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr replay --rate` on a terminal, with a user at the keyboard.

#include <gtest/gtest.h>
#include <signal.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"

namespace fdr::test {
namespace {

constexpr MetricId kShownMetric = MetricId::Build(60, 0, 1);

// A hundred records, one each second, from 22:13:20 on.  Their values are 1000, 1001, ...
class ReplayKeysTest : public testing::Test {
 protected:
  void SetUp() override {
    ArchiveBuilder archive(base_);
    archive.Metric({.name = "toy.level", .id = kShownMetric});
    for (std::uint64_t i = 0; i < 100; ++i)
      archive.Record(At(static_cast<double>(i)), {Single(kShownMetric, 1000 + i)});
  }

  // The end of the row with that value.
  static std::string Row(int value) { return " " + std::to_string(value) + "\r\n"; }

  ChildRequest Replay(std::vector<std::string> options) {
    std::vector<std::string> argv = {FDR_COMMAND, "replay", base_, "toy.level"};
    argv.insert(argv.end(), options.begin(), options.end());
    return {.argv = argv,
            .environment = {"TZ=UTC", "LC_ALL=C.UTF-8", "TERM=xterm", "NO_COLOR=1", "COLUMNS",
                            "LINES"}};
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
};

// At this rate only keys move the replay.
const std::vector<std::string> kSlow = {"--rate", "0.001"};

TEST_F(ReplayKeysTest, RightAndLeftGoARowLaterAndEarlier) {
  for (const auto& [later, earlier] : {std::pair{"\x1b[C", "\x1b[D"}, {".", ","}}) {
    TerminalChild child(Replay(kSlow));
    child.WaitFor(Row(1000));
    child.WaitFor("playing, 0.001x");
    child.Press(later);
    child.WaitFor(Row(1001));
    child.WaitFor("paused, 0.001x");
    child.Press(std::string(later) + later);  // two keys at a time
    child.WaitFor(Row(1002));
    child.WaitFor(Row(1003));
    child.Press(earlier);
    child.WaitFor(Row(1002));
    child.Press("q");
    EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  }
}

TEST_F(ReplayKeysTest, TheSpaceBarPausesAndGoesOnTheSameWay) {
  TerminalChild child(Replay({"--rate", "50"}));
  child.WaitFor(Row(1003));
  child.Press(" ");
  child.WaitFor("paused, 50x");
  child.Press(",");
  const std::string row = child.WaitFor("\r\npaused, 50x");
  const int here = std::stoi(row.substr(row.rfind(' ', row.find("\r\n"))));
  child.Press(" ");
  child.WaitFor(Row(here + 1));
  child.WaitFor(Row(here + 2));
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, RTurnsRoundAtTheEndToo) {
  TerminalChild child(Replay({"--rate", "100000", "-s", "1000"}));
  child.WaitFor(Row(1099));
  child.WaitFor("at the end, 100000x");
  child.Press("r");
  child.WaitFor(Row(1098));
  child.WaitFor(Row(1000));
  child.WaitFor("at the start, backward, 100000x");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, PlusAndMinusChangeTheSpeed) {
  TerminalChild child(Replay({"--rate", "0.01"}));
  child.WaitFor(Row(1000));
  child.Press("-\x1b[B");
  child.WaitFor("playing, 0.005x");
  child.WaitFor("playing, 0.0025x");
  child.Press("+\x1b[A");
  child.WaitFor("playing, 0.01x");
  for (int i = 0; i < 15; ++i) child.Press("+");
  child.WaitFor(Row(1001));
  child.WaitFor(Row(1002));
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, ABookmarkIsATimeToComeBackTo) {
  TerminalChild child(Replay(kSlow));
  child.WaitFor(Row(1000));
  child.Press(".m");
  child.WaitFor(Row(1001));
  child.Press("...");
  child.WaitFor(Row(1004));
  child.Press("'");
  child.WaitFor(Row(1001));
  child.Press("m]'");  // without a bookmark, there is nowhere to go
  child.WaitFor(Row(1011));
  child.Press(".");
  child.WaitFor(Row(1012));
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, ALoopBeginsAgainAtTheEnd) {
  TerminalChild child(Replay({"--rate", "100000", "--loop"}));
  for (int round = 0; round < 3; ++round) {
    child.WaitFor(Row(1000));
    child.WaitFor(Row(1099));
  }
  child.Press("l");
  child.WaitFor("at the end, 100000x");
  child.Press("l");
  child.WaitFor(Row(1000));
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, AnInterruptionOfTheRecordingTakesNoTime) {
  ArchiveBuilder archive(directory_ / "gap");
  archive.Metric({.name = "toy.level", .id = kShownMetric})
      .Record(At(0), {Single(kShownMetric, std::int64_t{7})})
      .Record(At(1), {Single(kShownMetric, std::int64_t{8})})
      .Mark(At(1.5))
      .Record(At(90000), {Single(kShownMetric, std::int64_t{9})})
      .Close();
  ChildRequest request = Replay({"--rate", "5"});
  request.argv[2] = directory_ / "gap";
  TerminalChild child(request);
  child.WaitFor(Row(8));
  child.WaitFor(Row(9));
  child.WaitFor("at the end");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  // A key goes there, too.
  request.argv[5] = "0.001";
  TerminalChild slow(request);
  slow.WaitFor(Row(7));
  slow.Press("g");
  slow.WaitFor(Row(9));
  slow.Press("q");
  EXPECT_EQ(slow.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, BracketsJumpATenthOfTheWindowOnTheGridOfAnInterval) {
  std::vector<std::string> options = kSlow;
  options.insert(options.end(), {"-t", "2s"});
  TerminalChild child(Replay(options));
  child.WaitFor(Row(1000));
  child.Press("]");
  child.WaitFor(Row(1008));  // not 1009.9
  child.Press("\x1b[6~");
  child.WaitFor(Row(1016));
  child.Press("[");
  child.WaitFor(Row(1008));
  child.Press(" \x1b[5~");
  child.WaitFor(Row(1000));
  child.Press("\x1b[H\x1bOP]");  // other keys do nothing, nor do parts of them
  child.WaitFor(Row(1008));
  child.WaitFor("paused, 0.001x");
  child.Press("q");
  const ChildOutcome outcome = child.WaitForEnd();
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out, "\r\x1b[K");
}

TEST_F(ReplayKeysTest, TheTerminalIsLeftAsItWas) {
  for (const auto& [how, signal] : {std::pair{"q", 0}, {"\x03", SIGINT}, {"\x1c", SIGQUIT}}) {
    for (const bool plot : {false, true}) {
      std::vector<std::string> options = kSlow;
      if (plot) options.push_back("--plot");
      ChildRequest request = Replay(options);
      const std::string without_core = "ulimit -c 0; exec \"$@\"";
      request.argv.insert(request.argv.begin(), {"sh", "-c", without_core, "sh"});
      TerminalChild child(request);
      const tcflag_t before = child.first_modes().c_lflag;
      EXPECT_NE(before & (ICANON | ECHO), 0u);
      child.WaitFor(plot ? "22:13:20" : Row(1000));
      child.WaitFor("playing, 0.001x");
      EXPECT_EQ(child.Modes().c_lflag & (ICANON | ECHO), 0u);
      child.Press(how);
      const ChildOutcome outcome = child.WaitForEnd();
      EXPECT_EQ(child.Modes().c_lflag, before);
      EXPECT_EQ(outcome.signal, signal);
      const bool has_left = outcome.out.find("\x1b[?25h\x1b[?1049l") != std::string::npos;
      EXPECT_EQ(has_left, plot);
    }
  }
}

TEST_F(ReplayKeysTest, AChartGrowsOnTheOtherScreenAndIsLeftOnThisOne) {
  TerminalChild child(Replay({"--rate", "100000", "--plot"}));
  child.WaitFor("\x1b[?1049h\x1b[?25l\x1b[H");
  child.WaitFor("at the end, 100000x");
  child.Press("q");
  const std::string out = child.WaitForEnd().out;
  const std::size_t left = out.find("\x1b[?1049l");
  ASSERT_NE(left, std::string::npos);
  const std::string chart = out.substr(left);
  EXPECT_EQ(std::count(chart.begin(), chart.end(), '\n'), 23) << chart;
  EXPECT_NE(chart.find("22:14:59"), std::string::npos) << chart;
}

TEST_F(ReplayKeysTest, InAChartTheArrowsMoveAMarkAndItsValues) {
  std::vector<std::string> options = kSlow;
  options.push_back("--plot");
  TerminalChild child(Replay(options));
  child.WaitFor("playing, 0.001x  22:13:20.000  1000");
  child.Press("\x1b[C\x1b[C\x1b[C");
  EXPECT_EQ(child.WaitFor("paused, 0.001x  22:13:23.000  1003").find("\u25b2"), std::string::npos)
      << "the newest row is at the edge";
  child.Press("\x1b[D");
  EXPECT_NE(child.WaitFor("paused, 0.001x  22:13:22.000  1002").find("\u25b2"), std::string::npos);
  child.Press("q");
  const std::string left = child.WaitForEnd().out;
  EXPECT_EQ(left.substr(left.find("\x1b[?1049l")).find("\u25b2"), std::string::npos);
}

TEST_F(ReplayKeysTest, AChartFillsAWindowOfAnotherSize) {
  std::vector<std::string> options = kSlow;
  options.push_back("--plot");
  TerminalChild child(Replay(options));
  child.WaitFor("playing, 0.001x  22:13:20.000  1000");
  child.Resize(40, 12);
  const std::string screen = child.WaitFor("playing, 0.001x  22:13:20.000  1000");
  EXPECT_EQ(std::count(screen.begin(), screen.end(), '\n'), 11) << screen;
  child.Resize(30, 12);  // too narrow for the status
  child.WaitFor("playing, 0.001x  22:13:20.00\u2026");
  child.Press("q");
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
}

TEST_F(ReplayKeysTest, WithoutEscapeSequencesThereAreJustRows) {
  ChildRequest request = Replay({"--rate", "100000", "-s", "3"});
  request.environment.push_back("TERM=dumb");
  TerminalChild child(request);
  EXPECT_EQ(child.WaitForEnd().out,
            "2023-11-14  toy.level\r\n"
            "UTC\r\n"
            "22:13:20         1000\r\n"
            "22:13:21         1001\r\n"
            "22:13:22         1002\r\n");
}

TEST_F(ReplayKeysTest, AHangUpEndsIt) {
  TerminalChild child(Replay(kSlow));
  child.WaitFor("playing");
  EXPECT_TRUE(SendSignal(child.pid(), SIGHUP));
  EXPECT_EQ(child.WaitForEnd().signal, SIGHUP);
}

}  // namespace
}  // namespace fdr::test

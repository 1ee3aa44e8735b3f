// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr replay --follow` of an archive that grows during the replay.

#include <gtest/gtest.h>
#include <signal.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"

namespace fdr::test {
namespace {

constexpr MetricId kGrowingReads = MetricId::Build(60, 0, 1),
                   kGrowingLevel = MetricId::Build(60, 0, 2);

class ReplayFollowTest : public testing::Test {
 protected:
  ReplayFollowTest() {
    archive_.Metric({.name = "toy.reads", .id = kGrowingReads, .semantics = Semantics::kCounter})
        .Metric({.name = "toy.level", .id = kGrowingLevel});
    Append(0, 100);
    Append(10, 120);
  }

  // Writes a record as a logger would do at that time.
  void Append(double seconds, std::uint64_t value) {
    archive_.Record(At(seconds), {Single(kGrowingReads, value), Single(kGrowingLevel, value)});
    EXPECT_EQ(ErrorOf(archive_.writer().Sync()), "");
  }

  ChildRequest Follow(std::vector<std::string> options) {
    std::vector<std::string> argv = {FDR_COMMAND, "replay", "--follow", base_};
    argv.insert(argv.end(), options.begin(), options.end());
    return {.argv = argv, .environment = {"TZ=UTC", "TERM=dumb", "COLUMNS", "LINES"}};
  }

  static void Interrupt(TerminalChild& child) {
    child.Press("\x03");
    const ChildOutcome outcome = child.WaitForEnd();
    EXPECT_EQ(outcome.signal, SIGINT);
    EXPECT_TRUE(outcome.out == "^C" || outcome.out.empty()) << outcome.out;
  }

  const TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  ArchiveBuilder archive_{base_};
};

TEST_F(ReplayFollowTest, RecordsAreShownAsTheyAreWritten) {
  TerminalChild child(Follow({"toy.reads", "toy.level"}));
  child.WaitFor("22:13:30          2.0        120\r\n");
  Append(20, 160);
  child.WaitFor("22:13:40          4.0        160\r\n");
  Append(30, 170);
  Append(40, 190);
  child.WaitFor("22:13:50          1.0        170\r\n22:14:00          2.0        190\r\n");
  Interrupt(child);
}

TEST_F(ReplayFollowTest, SoAreThoseOfANewVolumeAndBehindAMark) {
  TerminalChild child(Follow({"toy.reads"}));
  child.WaitFor("22:13:30         2.00\r\n");
  archive_.Volume();
  Append(20, 160);
  child.WaitFor("22:13:40         4.00\r\n");
  archive_.Mark(At(20.001)).Volume();
  Append(30, 5);
  Append(40, 25);
  child.WaitFor("22:13:50            -\r\n22:14:00         2.00\r\n");
  Interrupt(child);
}

TEST_F(ReplayFollowTest, InterpolatedTimesWaitUntilTheArchiveReachesThem) {
  TerminalChild child(Follow({"toy.level", "toy.reads", "-t", "4s"}));
  child.WaitFor("22:13:28          120        2.0\r\n");
  Append(20, 160);
  // The row of 8 s was printed before.  The values between 10 s and 20 s are known only now.
  child.WaitFor("22:13:32          120        3.0\r\n");
  child.WaitFor("22:13:36          160        4.0\r\n");
  child.WaitFor("22:13:40          160        4.0\r\n");
  archive_.Volume();
  Append(31, 182);
  child.WaitFor("22:13:48          182        2.0\r\n");
  Interrupt(child);
}

TEST_F(ReplayFollowTest, AFinishIsAnEnd) {
  TerminalChild child(Follow({"toy.level", "-T", "25s"}));
  child.WaitFor(" 120\r\n");
  Append(20, 160);
  child.WaitFor(" 160\r\n");
  Append(30, 170);
  const ChildOutcome outcome = child.WaitForEnd();
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(ReplayFollowTest, AChartOnATerminalGrows) {
  ChildRequest request = Follow({"toy.level", "--plot", "--ascii"});
  request.environment[1] = "TERM=xterm";
  TerminalChild child(request);
  child.WaitFor("22:13:30");
  Append(20, 160);
  child.WaitFor("22:13:40");
  child.Press("\x03");
  EXPECT_EQ(child.WaitForEnd().signal, SIGINT);
}

}  // namespace
}  // namespace fdr::test

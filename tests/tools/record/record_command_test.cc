// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record` as users run it.  PCP's own tools look at the result.

#include <signal.h>

#include <chrono>

#include "fdr/tests/support/peer_collector.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordCommandTest : public RecordFixture {};

TEST_F(RecordCommandTest, ThisMachineIsRecordedWithoutACollector) {
  const ChildOutcome outcome = Record({base_, "-t", "50ms", "-s", "5"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.exit_status, 0);
  ExpectSound(base_);
  EXPECT_EQ(Records(base_, "kernel.all.load"), 5);
  EXPECT_NE(PeerOutput({"pminfo", "-f", "-a", base_, "hinv.ncpu"}).find("value "),
            std::string::npos);
}

TEST_F(RecordCommandTest, MetricsMayBeChosen) {
  const ChildOutcome outcome =
      Record({base_, "kernel.all.load", "hinv", "no.such", "-t", "20ms", "-s", "2", "-V", "2"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_NE(outcome.err.find("warning: no.such is not logged"), std::string::npos) << outcome.err;
  ExpectSound(base_);
  const std::string names = PeerOutput({"pminfo", "-a", base_});
  EXPECT_NE(names.find("hinv.ncpu"), std::string::npos);
  EXPECT_EQ(names.find("mem."), std::string::npos);
}

TEST_F(RecordCommandTest, VolumesHaveSoManySamples) {
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-t", "20ms", "-s", "5", "-v", "2"}).exit_status, 0);
  ExpectSound(base_);
  const auto files = FindArchive(base_);
  ASSERT_TRUE(files);
  EXPECT_EQ(files->volumes.size(), 3u);
}

TEST_F(RecordCommandTest, NamesMayHaveTheTimeInThem) {
  const std::vector<std::string> arguments = {directory_ / "a%Y", "hinv.ncpu", "-s", "1"};
  for (int i = 0; i < 3; ++i) ASSERT_EQ(Record(arguments).exit_status, 0);
  const std::set<std::string> found = Archives(directory_.path());
  ASSERT_EQ(found.size(), 3u);
  const std::string year = *found.begin();
  EXPECT_EQ(year.substr(0, 3), "a20");
  EXPECT_EQ(found, (std::set{year, year + "-00", year + "-01"}));
  for (const std::string& base : found) ExpectSound(directory_ / base);
}

TEST_F(RecordCommandTest, MistakesAreExplained) {
  Fails({}, 2, "OUT, the name of the archive, is required");
  Fails({base_, "-V", "1"}, 2, "--version");
  Fails({base_, "-t", "0"}, 2, "-t: The interval must be more than 0");
  Fails({base_, "--rotate", "often"}, 2, "--rotate: Not an interval, such as 10s, 5m or 100ms");
  Fails({base_, "-T", "soon"}, 2, "-T: Not a time, such as 10m (from now) or '@18:00'");
  Fails({base_, "-T", "yesterday"}, 2, "-T yesterday: That time has passed: ");
  Fails({base_, "-h", "::1"}, 2, "Not a host");
  Fails({base_, "no.such", "-s", "1"}, 1, "There is nothing to record");
  Fails({directory_ / "nowhere/rec", "-s", "1"}, 1,
        "nowhere: No such file or directory; fdr record -d " + (directory_ / "nowhere") +
            " NAME makes that directory");
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-s", "1"}).exit_status, 0);
  Fails({base_, "hinv.ncpu", "-s", "1"}, 1, "rec");  // exists already
}

TEST_F(RecordCommandTest, CtrlCEndsTheRecordingAsItShouldEnd) {
  TerminalChild child({.argv = {FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "20ms"},
                       .environment = {"TERM=xterm", "NO_COLOR=1"}});
  child.WaitFor(" samples");
  EXPECT_TRUE(SendSignal(child.pid(), SIGINT));
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  ExpectSound(base_);
}

class RecordHostTest : public RecordCommandTest {
 protected:
  PeerCollector collector_;
};

TEST_F(RecordHostTest, AHostIsRecordedAsItsCollectorTells) {
  const ChildOutcome outcome =
      Record({"-h", collector_.tcp(), base_, "sample", "pmcd", "hinv", "-t", "100ms", "-s", "3"});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  ExpectSound(base_);
  // The archive tells the peer the same about these metrics as the collector does.
  const auto ask = [](const std::string& what, const std::string& kind, const std::string& source) {
    return PeerOutput({"pminfo", what, kind, source, "sample.bin", "sample.long.hundred",
                       "sample.long.bin", "sample.string.hullo"});
  };
  for (const char* what : {"-d", "-md", "-I", "-f"})
    EXPECT_EQ(ask(what, "-a", base_), ask(what, "-h", collector_.tcp())) << what;
  for (const char* what : {"-t", "-T"})
    EXPECT_EQ(PeerOutput({"pminfo", what, "-a", base_, "hinv.ncpu", "hinv.ndisk"}),
              PeerOutput({"pminfo", what, "-h", collector_.tcp(), "hinv.ncpu", "hinv.ndisk"}))
        << what;
}

TEST_F(RecordHostTest, AHostThatWasLostLeavesAMark) {
  TerminalChild recording(
      {.argv = {FDR_COMMAND, "record", "-h", collector_.tcp(), base_, "sample.long.one", "-t",
                "50ms", "-s", "60"},
       .environment = {"PMCD_RECONNECT_TIMEOUT=1", "TERM=xterm", "NO_COLOR=1"}});
  recording.WaitFor(" KiB");  // there are samples
  collector_.Kill();
  recording.WaitFor("trying again");
  collector_.Start();
  recording.WaitFor("found again");
  EXPECT_EQ(recording.WaitForEnd().exit_status, 0);
  ExpectSound(base_);
  EXPECT_NE(PeerOutput({"pmdumplog", base_}).find("<mark>"), std::string::npos);
}

TEST_F(RecordHostTest, SeveralHostsAreRecordedAtATime) {
  const std::string dead = "127.0.0.1:" + std::to_string(FreePort());
  PeerCollector other;
  const std::string out = directory_.path();
  const ChildOutcome outcome = Record({"-h", collector_.tcp(), "-h", other.tcp(), "-h", dead, out,
                                       "sample.long", "-t", "50ms", "-T", "2s"});
  EXPECT_EQ(outcome.exit_status, 1);  // as one host is dead
  EXPECT_NE(outcome.err.find(dead + ": nothing was recorded"), std::string::npos) << outcome.err;
  for (const std::string& host : {collector_.tcp(), other.tcp()}) {
    ExpectSound(out + "/" + host);
    EXPECT_GE(Records(out + "/" + host, "sample.long.one"), 10);
  }
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record`: where the archives are, what the user hears at the end, and what becomes of several
// hosts if one of them is wrong.

#include <signal.h>

#include <filesystem>

#include "fdr/tests/hosts/invented_host.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordEndTest : public RecordFixture {
 protected:
  static ChildRequest Request(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {FDR_COMMAND, "record"});
    return {.argv = std::move(arguments),
            .environment = {"TERM=xterm", "NO_COLOR=1", "FDR_CONFIG=/dev/null"}};
  }
};

TEST_F(RecordEndTest, CtrlCSaysHowMuchWasRecordedAndWhere) {
  TerminalChild child(Request({base_, "hinv.ncpu", "-t", "20ms"}));
  child.WaitFor(" samples");
  child.Press("\x03");
  const ChildOutcome outcome = child.WaitForEnd();
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out, "fdr: recorded ")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out,
                  " in " + base_ + "; to see more: fdr diff " + base_ + ", or fdr view " + base_))
      << outcome.out;
  ExpectSound(base_);
}

TEST_F(RecordEndTest, ASignalToAServiceIsAnsweredInItsLog) {
  const std::string script =
      "\"$@\" & pid=$!; while [ ! -s " + base_ + ".0 ]; do sleep 0.05; done; kill -TERM $pid; wait";
  const auto outcome = RunChild({.argv = {"sh", "-c", script, "sh", FDR_COMMAND, "record", base_,
                                          "hinv.ncpu", "-t", "20ms"}});
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(Has(outcome->err, "fdr: recorded ")) << outcome->err;
  EXPECT_EQ(Record({base_ + "2", "hinv.ncpu", "-s", "2", "-t", "20ms"}).err, "")
      << "what ends as it should has nothing to say";
}

TEST_F(RecordEndTest, WithoutARingItsSignalEndsNothing) {
  TerminalChild child(Request({base_, "hinv.ncpu", "-t", "20ms"}));
  child.WaitFor(" samples");
  EXPECT_TRUE(SendSignal(child.pid(), SIGUSR1));
  child.WaitFor("fdr: SIGUSR1 writes a ring, and there is none: see --ring");
  EXPECT_TRUE(SendSignal(child.pid(), SIGTERM));
  EXPECT_EQ(child.WaitForEnd().exit_status, 0);
  ExpectSound(base_);
}

TEST_F(RecordEndTest, ARingIsWrittenAtItsEnd) {
  TerminalChild child(Request({base_, "hinv.ncpu", "-t", "20ms", "--ring", "1m"}));
  child.WaitFor(" samples");
  child.Press("\x03");
  const ChildOutcome outcome = child.WaitForEnd();
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.out, "those still in memory are now in " + base_)) << outcome.out;
  ExpectSound(base_);
  // Without a terminal, and with -q.
  EXPECT_EQ(Record({"-q", base_ + "2", "hinv.ncpu", "-t", "20ms", "-s", "3", "--ring", "1m"}).err,
            "");
  EXPECT_EQ(Records(base_ + "2", "hinv.ncpu"), 3);
}

TEST_F(RecordEndTest, InADirectoryAnArchiveIsNamedByItsTime) {
  for (const char* out : {"new/", "old", "old/"}) {
    const std::string directory = directory_ / std::string(out).substr(0, 3);
    if (out[0] == 'o') std::filesystem::create_directory(directory);
    ASSERT_EQ(Record({directory_ / out, "hinv.ncpu", "-s", "1"}).exit_status, 0) << out;
    for (const std::string& name : FileNames(directory)) EXPECT_TRUE(name.starts_with("2")) << name;
  }
  EXPECT_EQ(Archives(directory_ / "new").size(), 1u);
  EXPECT_EQ(Archives(directory_ / "old").size(), 2u);
  // An archive may have the name of a directory beside it.
  ASSERT_EQ(Record({base_, "hinv.ncpu", "-s", "1"}).exit_status, 0);
  std::filesystem::create_directory(base_);
  EXPECT_EQ(Record({"--append", base_, "hinv.ncpu", "-s", "1"}).exit_status, 0);
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 2) << "the directory is empty";
  ASSERT_EQ(Record({"-d", directory_ / "third", "-s", "1", "-q"}).exit_status, 0);
  EXPECT_EQ(Archives(directory_ / "third").size(), 1u);
}

TEST_F(RecordEndTest, TheDirectoryOfSeveralHostsIsMadeAndABadHostStopsNoOther) {
  InventedHost host;
  host.source.step = 20'000'000;
  host.source.Add("top.a", 0, 1);
  const std::string fleet = directory_ / "fleet";
  const ChildOutcome outcome =
      Record({"-h", "a:b", "-h", host.host(), fleet, "top", "-t", "20ms", "-s", "2"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_TRUE(Has(outcome.err, "fdr: Not a host")) << outcome.err;
  EXPECT_EQ(Records(fleet + "/" + host.host(), "top.a"), 2) << outcome.err;
  Fails({"-h", "a:b", "-h", "c:d", fleet}, 2, "Not a host");
}

TEST_F(RecordEndTest, AHostIsRecordedOnce) {
  Fails({"-h", "db1", "-h", "db2", "-h", "db1", base_}, 2,
        "-h db1: This host is there twice; one archive can have its metrics");
}

TEST_F(RecordEndTest, AForgottenNameIsExplained) {
  Fails({"-h", "db1", "-h", "db2"}, 2,
        "OUT, the name of the archive, is required, as in fdr record -h db1 -h db2 -h db3 "
        "/var/tmp/fleet");
  const std::string script =
      "cd " + directory_.path() + "; exec " + FDR_COMMAND + " record kernel.all.load -s 1";
  const auto outcome = RunChild({.argv = {"sh", "-c", script}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 0);
  EXPECT_TRUE(Has(outcome->err,
                  "warning: kernel.all.load is the name of the archive here; metrics come after a "
                  "name, as in fdr record today kernel.all.load"))
      << outcome->err;
}

TEST_F(RecordEndTest, AMisspeltMetricGetsASuggestion) {
  Fails({base_, "kernel.all.laod", "-s", "1"}, 1,
        "kernel.all.laod is not logged: Unknown metric name kernel.all.laod; did you mean "
        "kernel.all.load?");
  InventedHost host;
  host.source.Add("top.alpha", 0, 1);
  Fails({"-h", host.host(), base_, "top.aplha", "-s", "1"}, 1, "did you mean top.alpha?");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record OUT -- PROGRAM`: the recording is as long as the program.

#include <signal.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/record/record_fixture.h"

namespace fdr::test {
namespace {

class RecordProgramTest : public RecordFixture {
 protected:
  // "hinv.ncpu" at an interval that never comes again: all that is recorded then is what the
  // program's start and end ask for.
  ChildOutcome RecordBeside(std::vector<std::string> program) {
    std::vector<std::string> arguments = {base_, "hinv.ncpu", "-t", "1h", "--"};
    arguments.insert(arguments.end(), program.begin(), program.end());
    return Record(arguments);
  }
};

TEST_F(RecordProgramTest, TheFirstSampleIsBeforeItAndTheLastBehindIt) {
  const std::string seen = directory_ / "seen";
  const ChildOutcome outcome = RecordBeside({"sh", "-c", "cat " + base_ + ".0 > " + seen});
  EXPECT_EQ(outcome.exit_status, 0) << outcome.err;
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 2);
  EXPECT_LT(std::filesystem::file_size(seen), std::filesystem::file_size(base_ + ".0"));
  EXPECT_TRUE(Has(outcome.err, "fdr: recorded ")) << outcome.err;
  EXPECT_TRUE(Has(outcome.err, "Nothing unusual. Looked at: ")) << outcome.err;
  ExpectSound(base_);
}

TEST_F(RecordProgramTest, ItHasTheFilesOfTheRecorderAndItsArguments) {
  const ChildOutcome outcome = RecordBeside({"printf", "%s|", "a b", "-t", "--", ""});
  EXPECT_EQ(outcome.out, "a b|-t|--||");
}

TEST_F(RecordProgramTest, ItsStatusIsThatOfTheRecorder) {
  EXPECT_EQ(RecordBeside({"sh", "-c", "exit 7"}).exit_status, 7);
  EXPECT_EQ(
      Record({base_ + "2", "hinv.ncpu", "-t", "1h", "--", "sh", "-c", "kill -USR2 $$"}).exit_status,
      128 + SIGUSR2);
}

TEST_F(RecordProgramTest, WhatCannotBeStartedIsSaid) {
  const ChildOutcome missing = RecordBeside({"no-such-program-here"});
  EXPECT_EQ(missing.exit_status, 127);
  EXPECT_TRUE(Has(missing.err, "fdr: no-such-program-here: No such file or directory"))
      << missing.err;
  ExpectSound(base_);
  const ChildOutcome directory =
      Record({base_ + "2", "hinv.ncpu", "-t", "1h", "--", directory_.path()});
  EXPECT_EQ(directory.exit_status, 126) << directory.err;
}

TEST_F(RecordProgramTest, ItGivesItsNameToTheArchive) {
  ASSERT_EQ(Record({"-d", directory_.path(), "-t", "1h", "--", "/bin/true"}).exit_status, 0);
  const auto is_named = [](const std::filesystem::directory_entry& file) {
    return file.path().filename().string().starts_with("true.2") && file.path().extension() == ".0";
  };
  const std::filesystem::directory_iterator files{directory_.path()};
  EXPECT_TRUE(std::any_of(begin(files), end(files), is_named));
}

TEST_F(RecordProgramTest, ARecordingThatEndsBeforeItWaitsForIt) {
  const ChildOutcome outcome =
      Record({base_, "hinv.ncpu", "-s", "2", "-t", "10ms", "--", "sh", "-c", "exit 5"});
  EXPECT_EQ(outcome.exit_status, 5) << outcome.err;
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 2);
}

TEST_F(RecordProgramTest, OneThatCannotBeRecordedAnyMoreDoesNotStart) {
  const ChildOutcome outcome =
      Record({base_, "hinv.ncpu", "-s", "1", "-t", "1h", "--", "echo", "ran"});
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(Has(outcome.err, "fdr: echo: not started: the recording is over")) << outcome.err;
}

TEST_F(RecordProgramTest, ItFindsSignalsLimitsAndFilesAsWithoutARecorder) {
  const auto says = [&](const std::string& script) {
    const auto alone = RunChild({.argv = {"bash", "-c", script}});
    const std::string name = base_ + std::to_string(script.size());
    const ChildOutcome recorded =
        Record({name, "hinv.ncpu", "-q", "-t", "1h", "--", "bash", "-c", script});
    EXPECT_EQ(alone->out, recorded.out) << script;
    EXPECT_EQ(alone->exit_status, recorded.exit_status) << script;
  };
  says("yes | head -1; echo ${PIPESTATUS[@]}");
  says("ulimit -Sn");
  says("ls /proc/self/fd | wc -l");
}

TEST_F(RecordProgramTest, ItsErrorsAreNotThoseOfTheRecorder) {
  const ChildOutcome outcome = Record({base_, "hinv.ncpu", "-t", "1h", "-l", directory_ / "log",
                                       "--", "sh", "-c", "echo mine >&2"});
  EXPECT_EQ(outcome.err, "mine\n");
  const auto log = RunChild({.argv = {"cat", directory_ / "log"}});
  EXPECT_FALSE(Has(log->out, "mine")) << log->out;
}

TEST_F(RecordProgramTest, OneThatIgnoresASignalGoesOnAndTheNextSignalEndsTheRecording) {
  const std::string seen = directory_ / "seen";
  const std::string script =
      "\"$@\" & pid=$!; until [ -e " + seen +
      ".0 ]; do sleep 0.05; done; kill -TERM $pid; until [ -e " + seen +
      ".1 ]; do sleep 0.05; done; kill -TERM $pid; wait $pid; echo $?; : > " + seen + ".2";
  const auto outcome =
      RunChild({.argv = {"sh", "-c", script, "sh", FDR_COMMAND, "record", base_, "hinv.ncpu", "-t",
                         "1h", "--", "sh", "-c",
                         "trap ': > " + seen + ".1' TERM; : > " + seen + ".0; until [ -e " + seen +
                             ".2 ]; do sleep 0.05; done"}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->out, "143\n") << outcome->err;
  ExpectSound(base_);
}

TEST_F(RecordProgramTest, AHangupBeginsAVolume) {
  const std::string script = "\"$@\" & pid=$!; until [ -e " + base_ +
                             ".0 ]; do sleep 0.05; done; kill -HUP $pid; wait $pid";
  const auto outcome = RunChild(
      {.argv = {"sh", "-c", script, "sh", FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "20ms",
                "--", "sh", "-c", "until [ -e " + base_ + ".1 ]; do sleep 0.05; done; exit 6"}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 6) << outcome->err;
}

TEST_F(RecordProgramTest, ASignalToTheRecorderEndsTheProgram) {
  const std::string started = directory_ / "started";
  const std::string script = "\"$@\" & pid=$!; while [ ! -e " + started +
                             " ]; do sleep 0.05; done; kill -TERM $pid; wait $pid";
  const auto outcome = RunChild({.argv = {"sh", "-c", script, "sh", FDR_COMMAND, "record", base_,
                                          "hinv.ncpu", "-t", "1h", "--", "sh", "-c",
                                          "trap 'echo caught; exit 3' TERM; touch " + started +
                                              "; while :; do sleep 0.05; done"}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->exit_status, 3) << outcome->err;
  EXPECT_EQ(outcome->out, "caught\n");
  EXPECT_EQ(Records(base_, "hinv.ncpu"), 2);
  ExpectSound(base_);
}

TEST_F(RecordProgramTest, CtrlCIsForTheProgram) {
  TerminalChild child(
      {.argv = {FDR_COMMAND, "record", base_, "hinv.ncpu", "-t", "1h", "--", "sh", "-c",
                "trap 'trap \"echo twice; exit 4\" INT; echo once' INT; "
                "echo ready; while :; do sleep 0.05; done"},
       .environment = {"TERM=xterm", "NO_COLOR=1", "FDR_CONFIG=/dev/null"}});
  child.WaitFor("ready");
  child.Press("\x03");
  child.WaitFor("once");
  child.Press("\x03");
  const ChildOutcome outcome = child.WaitForEnd();
  EXPECT_EQ(outcome.exit_status, 4);
  EXPECT_TRUE(Has(outcome.out, "twice")) << outcome.out;
  EXPECT_TRUE(Has(outcome.out, "fdr: recorded ")) << outcome.out;
  ExpectSound(base_);
}

TEST_F(RecordProgramTest, OnlyARecordingHasOne) {
  const ChildOutcome copy = Record({base_, "--from", base_, "--", "true"});
  EXPECT_EQ(copy.exit_status, 2);
  EXPECT_TRUE(Has(copy.err, "--from")) << copy.err;
  EXPECT_EQ(Record({base_, "-t", "1h", "--"}).exit_status, 2) << "no program";
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Verbs that are told no archive: they read the recording of this machine.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/send_signal.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/terminal_child.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

// Recorders, and directories of archives, that only these tests know.
class OwnRecordingTest : public testing::Test {
 protected:
  static constexpr MetricId kOwn = MetricId::Build(60, 0, 1);

  // Ten samples of one metric.
  void Write(const std::string& directory, const std::string& metric) {
    std::filesystem::create_directories(directory);
    ArchiveBuilder archive(directory + "/20231114");
    archive.Metric({.name = metric, .id = kOwn});
    for (int i = 0; i < 10; ++i) archive.Record(At(i), {Single(kOwn, std::int64_t{i})});
  }

  ChildOutcome Fdr(std::vector<std::string> arguments) {
    return RunFdr(std::move(arguments), environment_);
  }

  std::string PeerDirectory() const {
    char host[256] = {};
    EXPECT_EQ(::gethostname(host, sizeof host - 1), 0);
    return directory_ / "pcp/pmlogger/" + host;
  }

  const TempDirectory directory_;
  const std::string service_ = directory_ / "service";
  const std::vector<std::string> environment_ = {
      "FDR_RUN_DIR=" + (directory_ / "run"), "FDR_LOG_DIR=" + service_,
      "PCP_LOG_DIR=" + (directory_ / "pcp"), "TERM=vt100", "LC_ALL=C.UTF-8"};
};

TEST_F(OwnRecordingTest, WithoutOneAllVerbsSayHowToMakeOne) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"diff"}, {"summary"}, {"find", "--where", "a > 1"}}) {
    const ChildOutcome outcome = Fdr(words);
    EXPECT_EQ(outcome.exit_status, 2) << words[0];
    EXPECT_TRUE(Has(outcome.err, "No recording of this machine was found: fdr record makes one"));
  }
  const ChildOutcome unknown = Fdr({"replay", "kernel.all.load"});
  EXPECT_EQ(unknown.exit_status, 2) << unknown.err;
}

TEST_F(OwnRecordingTest, TheServiceComesBeforeTheLoggerOfPcp) {
  Write(PeerDirectory(), "toy.peer");
  EXPECT_TRUE(Has(Fdr({"summary", "--all-metrics"}).out, "toy.peer"));
  Write(service_, "toy.service");
  EXPECT_TRUE(Has(Fdr({"summary", "--all-metrics"}).out, "toy.service"));
  EXPECT_EQ(Fdr({"find", "--where", "toy.service > 5"}).exit_status, 0);
}

TEST_F(OwnRecordingTest, AWordIsAnArchiveOrElseAMetric) {
  Write(service_, "toy.service");
  const ChildOutcome metric = Fdr({"replay", "toy.service", "--csv"});
  EXPECT_EQ(metric.exit_status, 0) << metric.err;
  EXPECT_TRUE(Has(metric.out, "toy.service"));
  EXPECT_EQ(Fdr({"replay", "toy.service * 2", "--csv"}).exit_status, 0);
  EXPECT_EQ(Fdr({"summary", "toy.service"}).exit_status, 0);
  EXPECT_EQ(Fdr({"diff", "toy.service", "toy", "--at", "5s", "--window", "4s"}).exit_status, 0);
  Write(directory_ / "other", "toy.other");
  EXPECT_TRUE(Has(Fdr({"summary", directory_ / "other", "toy.other"}).out, "toy.other"));
  const ChildOutcome typo = Fdr({"replay", "todya", "toy.service"});
  EXPECT_EQ(typo.exit_status, 1);
  EXPECT_TRUE(Has(typo.err, "todya: No such archive"));
}

TEST_F(OwnRecordingTest, ASilentRecorderIsNotPassedOverInSilence) {
  const std::string base = directory_ / "today";
  TerminalChild recorder({.argv = {FDR_COMMAND, "record", base, "hinv.ncpu", "-t", "20ms"},
                          .environment = environment_});
  recorder.WaitFor(" samples");
  ASSERT_TRUE(SendSignal(recorder.pid(), SIGSTOP));
  const std::string silent = "the recorder with the process number " +
                             std::to_string(recorder.pid()) + " did not answer within 3 s; ";
  Write(service_, "toy.service");
  const ChildOutcome other = Fdr({"summary", "--all-metrics"});
  EXPECT_EQ(other.exit_status, 0) << other.err;
  EXPECT_TRUE(Has(other.out, "toy.service"));
  EXPECT_TRUE(Has(other.err, silent + "reading " + service_ + " instead"));
  EXPECT_TRUE(SendSignal(recorder.pid(), SIGCONT));
  EXPECT_TRUE(SendSignal(recorder.pid(), SIGTERM));
  EXPECT_EQ(recorder.WaitForEnd().exit_status, 0);
}

// A recorder in the directory of the service stands for all archives there.  These two are of
// different hosts, so a verb that reads both says so.
TEST_F(OwnRecordingTest, ADirectoryHasManyNames) {
  Write(service_, "toy.service");
  TerminalChild recorder(
      {.argv = {FDR_COMMAND, "record", service_ + "/today", "hinv.ncpu", "-t", "20ms"},
       .environment = environment_});
  recorder.WaitFor(" samples");
  std::filesystem::create_symlink(service_, directory_ / "other");
  for (const std::string& name : {service_, service_ + "/", directory_ / "other/"}) {
    std::vector<std::string> environment = environment_;
    environment.push_back("FDR_LOG_DIR=" + name);
    const ChildOutcome both = RunFdr({"replay", "hinv.ncpu", "--csv", "-s", "1"}, environment);
    EXPECT_NE(both.exit_status, 0) << name << ": " << both.out;
    EXPECT_TRUE(Has(both.err, "host")) << name;
  }
  EXPECT_TRUE(SendSignal(recorder.pid(), SIGTERM));
  EXPECT_EQ(recorder.WaitForEnd().exit_status, 0);
}

TEST_F(OwnRecordingTest, ARunningRecorderComesFirst) {
  Write(service_, "toy.service");
  const std::string base = directory_ / "today";
  TerminalChild recorder(
      {.argv = {FDR_COMMAND, "record", base, "hinv.ncpu", "kernel.all.load", "-t", "20ms"},
       .environment = environment_});
  recorder.WaitFor(" samples");
  const ChildOutcome replay = Fdr({"replay", "hinv.ncpu", "--csv", "-s", "1"});
  EXPECT_EQ(replay.exit_status, 0) << replay.err;
  EXPECT_TRUE(Has(replay.out, "hinv.ncpu"));
  TerminalChild viewer({.argv = {FDR_COMMAND, "view", "-p", "metrics"},
                        .environment = environment_,
                        .time_limit = std::chrono::seconds(60)});
  viewer.WaitUntilShown("hinv.ncpu");
  const std::string screen = viewer.WaitUntilShown("? keys");
  EXPECT_EQ(screen.find("disk."), screen.npos) << "the machine is not recorded again: " << screen;
  viewer.Press("q");
  EXPECT_EQ(viewer.WaitForEnd().exit_status, 0);
  EXPECT_TRUE(SendSignal(recorder.pid(), SIGTERM));
  EXPECT_EQ(recorder.WaitForEnd().exit_status, 0);
}

}  // namespace
}  // namespace fdr::test

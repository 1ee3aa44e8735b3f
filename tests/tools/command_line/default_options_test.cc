// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options that files and the environment set, as fdr takes them.

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/testdata.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

const std::string kRecorded = TestData("peer/v3-pmlogger");

class DefaultOptionsTest : public testing::Test {
 protected:
  ChildOutcome Run(const std::string& file, std::vector<std::string> arguments,
                   std::vector<std::string> environment = {}) {
    WriteFile(config_, {reinterpret_cast<const std::byte*>(file.data()), file.size()});
    environment.push_back("FDR_CONFIG=" + config_);
    return RunFdr(std::move(arguments), std::move(environment));
  }

  std::string Fails(const std::string& file, std::vector<std::string> arguments,
                    std::vector<std::string> environment = {}) {
    const ChildOutcome outcome = Run(file, std::move(arguments), std::move(environment));
    EXPECT_EQ(outcome.exit_status, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  const TempDirectory directory_;
  const std::string config_ = directory_ / "config";
  const std::vector<std::string> replay_ = {"replay", kRecorded, "kernel.all.load", "-s", "1"};
};

TEST_F(DefaultOptionsTest, AFileSetsThemAndTheCommandLineWins) {
  const std::string csv = RunFdr({"replay", kRecorded, "kernel.all.load", "-s", "1", "--csv"}).out;
  const std::string json =
      RunFdr({"replay", kRecorded, "kernel.all.load", "-s", "1", "--json"}).out;
  EXPECT_EQ(Run("[replay]\ncsv = yes\n", replay_).out, csv);
  EXPECT_EQ(Run("json = on # for all\n[info]\njson=no\n", replay_).out, json);
  EXPECT_EQ(Run("json = yes\n[replay]\njson = no\n", replay_).out, RunFdr(replay_).out);
  // --json excludes --csv: the one on the command line counts.
  std::vector<std::string> with_json = replay_;
  with_json.push_back("--json");
  EXPECT_EQ(Run("[replay]\ncsv = yes\n", with_json).out, json);
  // So does a value, in all forms, and behind flags.
  std::vector<std::string> rows = {"replay", "-rs1", kRecorded, "kernel.all.load"};
  EXPECT_EQ(Run("[replay]\nsamples = 3\n", rows).out, RunFdr(rows).out);
  rows[1] = "--samples=1";
  EXPECT_EQ(Run("[replay]\nsamples = 3\n", rows).out, RunFdr(rows).out);
}

TEST_F(DefaultOptionsTest, TheEnvironmentWinsOverAFile) {
  const ChildOutcome outcome = Run("[replay]\njson = yes\n", replay_, {"FDR_REPLAY_CSV=yes"});
  EXPECT_TRUE(outcome.out.starts_with("time,")) << outcome.out;
  EXPECT_EQ(Run("[replay]\ncsv = yes\n", replay_, {"FDR_REPLAY_CSV=no"}).out, RunFdr(replay_).out);
}

TEST_F(DefaultOptionsTest, AnOptionThatNeedsAnotherWaitsForIt) {
  EXPECT_EQ(Run("[replay]\nheight = 10\n", replay_).out, RunFdr(replay_).out);
  std::vector<std::string> plot = replay_;
  plot.insert(plot.end(), {"--plot", "--height", "10"});
  EXPECT_EQ(Run("[replay]\nheight = 10\nplot = yes\n", replay_).out, RunFdr(plot).out);
}

TEST_F(DefaultOptionsTest, RepeatedOptionsAddUpInOneFile) {
  const ChildOutcome outcome = Run("[replay]\nderive = a.b=pmcd.pid\nderive = 'c.d = pmcd.pid'\n",
                                   {"replay", kRecorded, "a.b", "c.d", "--csv"});
  EXPECT_TRUE(outcome.out.starts_with("time,a.b")) << outcome.out << outcome.err;
}

TEST_F(DefaultOptionsTest, WrongSettingsNameTheirPlace) {
  EXPECT_EQ(
      Fails("\n[replay]\nintervall = 1s\n", replay_),
      "fdr: " + config_ + ":3: fdr replay has no option --intervall; did you mean interval?\n");
  EXPECT_EQ(Fails("[replya]\ntz = utc\n", replay_),
            "fdr: " + config_ + ":2: There is no verb replya; did you mean replay?\n");
  EXPECT_EQ(Fails("nosuchthing = 1\n", replay_),
            "fdr: " + config_ + ":1: fdr has no option --nosuchthing\n");
  EXPECT_EQ(Fails("[replay]\ncsv = maybe\n", replay_),
            "fdr: " + config_ + ":2: csv: expected yes or no, not \"maybe\"\n");
  EXPECT_EQ(Fails("[replay]\ntz = utc\ntz = local\n", replay_),
            "fdr: " + config_ + ":3: tz is there twice: before at " + config_ + ":2\n");
  EXPECT_EQ(Fails("[replay]\nmemory = much\n", replay_),
            "fdr: replay: " + config_ +
                ":2: --memory much: expected a size, as in --memory 64MiB; fdr replay --help "
                "explains more\n");
  EXPECT_EQ(Fails("", replay_, {"FDR_REPLAY_INTERVALL=1s"}),
            "fdr: FDR_REPLAY_INTERVALL: fdr replay has no option --intervall; did you mean "
            "interval?\n");
  // Only the verb itself knows what is an interval.
  const std::string late = Fails("[replay]\ninterval = 5x\n", replay_);
  EXPECT_NE(
      late.find("fdr: these options come from your settings: --interval=5x (" + config_ + ":2)\n"),
      std::string::npos)
      << late;
}

TEST_F(DefaultOptionsTest, HelpAndOtherVerbsWorkWithWrongSettings) {
  EXPECT_EQ(Run("[replay]\nnosuch = 1\n", {"replay", "--help"}).exit_status, 0);
  EXPECT_EQ(Run("[replay]\nnosuch = 1\n", {"help", "replay"}).exit_status, 0);
  EXPECT_EQ(Run("[replay]\nnosuch = 1\n", {"info", kRecorded}).exit_status, 0);
  EXPECT_EQ(Run("interval = 1s\n", {"info", kRecorded}).exit_status, 0) << "info has no interval";
}

TEST_F(DefaultOptionsTest, SomeOptionsHaveNoDefault) {
  for (const char* option : {"allow-shell", "check", "from"}) {
    const std::string complaint = std::string("--") + option + " has no default";
    EXPECT_NE(
        Fails(std::string("[record]\n") + option + " = yes\n", {"record", "x"}).find(complaint),
        std::string::npos);
  }
  EXPECT_NE(Fails("", {"record", "x"}, {"FDR_RECORD_ALLOW_SHELL=yes"}).find("has no default"),
            std::string::npos);
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics as users name them: expressions, --derive, --derived, PCP_DERIVED_CONFIG.

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class DerivedCommandTest : public ::testing::Test {
 protected:
  DerivedCommandTest() {
    WriteToy(directory_ / "toy", R"(
time      1000  1010  1020  1030
reads      100   160   180   240 counter u64
free        80    90    70    60 instant u32
load[0]    1.5   2.5   0.5   1.0 instant double
load[1]    0.5   0.5   4.5   1.0 instant double
)");
  }

  ChildOutcome Fdr(const char* verb, std::vector<std::string> arguments,
                   std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), {verb, directory_ / "toy"});
    return RunFdr(std::move(arguments), std::move(environment));
  }

  // The values of each row, without its time.
  std::string Rows(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
    arguments.emplace_back("--csv");
    const ChildOutcome outcome = Fdr("replay", std::move(arguments), std::move(environment));
    EXPECT_EQ(outcome.err, "");
    std::istringstream lines(outcome.out);
    std::string rows, line;
    std::getline(lines, line);  // the title
    while (std::getline(lines, line)) rows += line.substr(line.find(',') + 1) + ' ';
    return rows;
  }

  TempDirectory directory_;
};

TEST_F(DerivedCommandTest, ExpressionsStandWhereMetricsDo) {
  EXPECT_EQ(Rows({"free * 2"}), "160 180 140 120 ");
  EXPECT_EQ(Rows({"free", "rate(reads)"}), "80, 90,6 70,2 60,6 ");
  EXPECT_EQ(Rows({"load+1"}), "2.5,1.5 3.5,1.5 1.5,5.5 2,2 ");
  EXPECT_EQ(Rows({"(load)[inst1]"}), "0.5 0.5 4.5 1 ");
  EXPECT_EQ(Rows({"-t", "5s", "-s", "3", "delta(free)"}), " 0 10 ");
  // The growth is shown, as for any counter.
  EXPECT_EQ(Rows({"reads * 2"}), "12 4 12 ");
  const std::string title = Fdr("replay", {"free * 2", "--csv"}).out;
  EXPECT_NE(title.find("free * 2"), title.npos) << title;
}

TEST_F(DerivedCommandTest, ARateOfASumGetsAHint) {
  const ChildOutcome outcome = Fdr("replay", {"rate(sum(load))"});
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_TRUE(Has(outcome.err, "sum(rate(x))"));
  EXPECT_EQ(Fdr("replay", {"sum(rate(load))"}).err, "");
}

TEST_F(DerivedCommandTest, RatesInReverseAreThoseForward) {
  EXPECT_EQ(Rows({"rate(reads)", "--reverse"}), " 6 2 6 ");
  EXPECT_EQ(Rows({"delta(reads)", "--reverse"}), " -60 -20 -60 ");
}

TEST_F(DerivedCommandTest, WhatIsWrongIsPointedAt) {
  const ChildOutcome syntax = Fdr("replay", {"free +* 2"});
  EXPECT_EQ(syntax.exit_status, 2);
  EXPECT_EQ(syntax.err,
            "fdr: Not an expression; fdr help expressions shows how to write one:\n"
            "  free +* 2\n"
            "        ^\n"
            "  Arithmetic expression expected to follow PLUS: expected a metric, a number, a "
            "function or '('\n");
  const ChildOutcome meaning = Fdr("replay", {"reads + free"});
  EXPECT_EQ(meaning.exit_status, 2);
  EXPECT_EQ(meaning.err,
            "fdr: Cannot compute reads + free: reads + free: Illegal "
            "operator for counter and non-counter\n");
  EXPECT_EQ(Fdr("replay", {"free", "--derive", "nothing"}).err,
            "fdr: Not NAME=EXPRESSION: nothing; as in --derive "
            "'disk.busy=rate(disk.all.avactive)'\n");
  EXPECT_EQ(Fdr("replay", {"free", "--derive", "a=free", "--derive", "a=load"}).exit_status, 2);
  EXPECT_EQ(Fdr("replay", {"free", "--derived", "/nowhere/at/all"}).exit_status, 1);
}

TEST_F(DerivedCommandTest, OptionsDefineMetrics) {
  EXPECT_EQ(Rows({"--derive", "my.twice = free*2", "--derive", "my.half=free/2", "my"}),
            "40,160 45,180 35,140 30,120 ");
  WriteFile(directory_ / "config", AsBytes("my.sum = sum(load)\nbad\nmy.bad = nobody\n"));
  const ChildOutcome outcome =
      Fdr("replay", {"--derived", directory_ / "config", "my.*", "--csv", "-s", "1"});
  EXPECT_NE(outcome.out.find(",2\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("warning: [" + (directory_ / "config") + ":2] Error: "),
            std::string::npos)
      << outcome.err;
  EXPECT_NE(
      outcome.err.find("warning: cannot compute my.bad: operand nobody: Unknown operand metric"),
      std::string::npos)
      << outcome.err;
}

TEST_F(DerivedCommandTest, TheEnvironmentDefinesMetrics) {
  WriteFile(directory_ / "config", AsBytes("my.sum = sum(load)\n"));
  const std::string variable = "PCP_DERIVED_CONFIG=/nowhere/at/all:" + (directory_ / "config");
  EXPECT_EQ(Rows({"my.sum"}, {variable}), "2 3 5 2 ");
}

TEST_F(DerivedCommandTest, NamesShowExpressions) {
  const std::vector<std::string> derive = {"--derive", "my.twice=free*2"};
  const auto names = [&](std::vector<std::string> more) {
    more.insert(more.begin(), derive.begin(), derive.end());
    more.emplace_back("my");
    return Fdr("names", std::move(more)).out;
  };
  EXPECT_EQ(names({}), "my.twice  instant  32-bit unsigned int  -                = free*2\n");
  EXPECT_NE(names({"-v"}).find("\n    = free*2\n"), std::string::npos);
  EXPECT_NE(names({"--json"}).find("\"expression\":\"free*2\""), std::string::npos);
}

}  // namespace
}  // namespace fdr::test

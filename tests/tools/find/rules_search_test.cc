// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"
#include "fdr/tests/tools/run_fdr.h"

namespace fdr::test {
namespace {

class RulesSearchTest : public ::testing::Test {
 protected:
  RulesSearchTest() {
    WriteToy(directory_ / "toy", R"(
time      1000  1010  1020  1030
load[0]    1.5   2.5   2.0   1.0 instant double
load[1]    0.5   0.5   4.5   1.0 instant double
)");
  }

  // In the directory of the rules, so that their name is short wherever it is printed.
  ~RulesSearchTest() override { std::filesystem::current_path(started_in_); }

  ChildOutcome Find(const std::string& rules, std::vector<std::string> more = {}) {
    std::filesystem::current_path(directory_.path());
    std::ofstream("my.rules") << rules;
    more.insert(more.begin(), {"find", directory_ / "toy", "--rules", "my.rules"});
    return RunFdr(std::move(more));
  }

  const std::filesystem::path started_in_ = std::filesystem::current_path();
  TempDirectory directory_;
};

constexpr const char* kHigh = "\nhigh = some_inst load > 2 -> print \"high:\" \" %i %v\";";

TEST_F(RulesSearchTest, ATableIsForPeople) {
  const ChildOutcome outcome = Find(kHigh);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out,
            "time      rule  action  text\n"
            "22:30:10  high  print   high: inst0 2.50\n"
            "22:30:20  high  print   high: inst1 4.50\n");
}

TEST_F(RulesSearchTest, TimesTellTheEvaluationsOfARuleApart) {
  EXPECT_EQ(Find("delta = 500 msec; high = some_inst load > 4 -> print \"x\";",
                 {"-S", "19.5s", "-T", "1s"})
                .out,
            "time          rule  action  text\n"
            "22:30:20.000  high  print   x\n"
            "22:30:20.500  high  print   x\n");
}

TEST_F(RulesSearchTest, CsvAndJsonAreForPrograms) {
  EXPECT_EQ(Find(kHigh, {"--csv", "-S", "20s"}).out,
            "time,rule,line,action,text\n"
            "2023-11-14T22:30:20.000000000Z,high,2,print,high: inst1 4.50\n");
  EXPECT_EQ(Find(kHigh, {"--json", "-S", "20s", "-T", "1s", "--values"}).out,
            "{\"schema\":\"fdr.find.rules/1\",\"host\":\"toyhost\",\"file\":\"my.rules\",\"rules\":"
            "[{\"rule\":\"high\",\"line\":2,\"seconds\":10}]}\n"
            "{\"time\":\"2023-11-14T22:30:20.000000000Z\",\"rule\":\"high\",\"action\":\"print\","
            "\"text\":\"high: inst1 4.50\",\"bindings\":[{\"instance\":\"inst1\",\"value\":"
            "\"4.50\"}]}\n"
            "{\"time\":\"2023-11-14T22:30:20.000000000Z\",\"rule\":\"high\",\"value\":\"true\"}\n");
}

TEST_F(RulesSearchTest, NothingFiredIsAStatusOfItsOwn) {
  const ChildOutcome never = Find("some_inst load > 9 -> print \"x\";");
  EXPECT_EQ(never.exit_status, 4);
  EXPECT_EQ(never.out, "");
  EXPECT_EQ(never.err, "fdr: No rule would have fired in this time window\n");
}

TEST_F(RulesSearchTest, AWrongFileIsRefusedWithItsPlace) {
  const ChildOutcome wrong = Find("load > ;", {"--check"});
  EXPECT_EQ(wrong.exit_status, 2);
  EXPECT_EQ(wrong.err,
            "fdr: my.rules:1:8: a metric, a number or a string is expected here\n"
            "load > ;\n"
            "       ^ -- here\n");
  EXPECT_EQ(Find("load > 1;", {"--check"}).exit_status, 0);
  EXPECT_EQ(RunFdr({"find", directory_ / "toy", "--rules", directory_ / "none"}).exit_status, 1);
}

TEST_F(RulesSearchTest, ARuleWithoutItsMetricIsLeftOutWithAWarning) {
  const ChildOutcome outcome = Find("none > 1;\nsome_inst load > 4 -> shell \"x\";");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.err,
            "fdr: warning: my.rules:1: there is no metric none; its rule is left out\n");
  EXPECT_EQ(Find("none > 1;", {"-q"}).err, "");
}

TEST_F(RulesSearchTest, RulesMayBeAboutDerivedMetrics) {
  const std::string rule = "all = most > 4 -> print \"%v\";";
  const std::string found =
      "time      rule  action  text\n"
      "22:30:20  all   print   4.50\n";
  const ChildOutcome option = Find(rule, {"--derive", "most=max(load)"});
  EXPECT_EQ(option.err, "");
  EXPECT_EQ(option.out, found);
  std::ofstream("my.derived") << "most = max(load)\n";
  EXPECT_EQ(Find(rule, {"--derived", "my.derived"}).out, found);
  ::setenv("PCP_DERIVED_CONFIG", "my.derived", 1);
  EXPECT_EQ(Find(rule).out, found);
  ::unsetenv("PCP_DERIVED_CONFIG");
  EXPECT_EQ(Find(rule, {"--derive", "most=max("}).exit_status, 2);
}

TEST_F(RulesSearchTest, ActionsAreCutOut) {
  EXPECT_EQ(Find(kHigh, {"--cut", directory_ / "cut", "--before", "1s", "--after", "1s"}).out,
            "time      rule  action  text\n"
            "22:30:10  high  print   high: inst0 2.50\n"
            "22:30:20  high  print   high: inst1 4.50\n"
            "\n" +
                std::string(directory_ / "cut/20231114-223010") + ": 22:30:09 to 22:30:11\n" +
                std::string(directory_ / "cut/20231114-223020") + ": 22:30:19 to 22:30:21\n");
}

TEST_F(RulesSearchTest, TerminalsAreNotObeyed) {
  EXPECT_EQ(Find("some_inst load > 4 -> print \"\x1b[31mred\";").out.find('\x1b'),
            std::string::npos);
}

}  // namespace
}  // namespace fdr::test

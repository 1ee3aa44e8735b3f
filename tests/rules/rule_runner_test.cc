// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_runner.h"

#include <gtest/gtest.h>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/replay/rules/rule_replay.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

// A rule whose condition is true every ten seconds, six times.
class RuleRunnerTest : public ::testing::Test {
 protected:
  RuleRunnerTest() {
    WriteToy(directory_ / "toy", R"(
time     1000  1010  1020  1030  1040  1050
x           1     2     3     4     5     6 instant u32
)");
    context_ = *ArchiveContext::Open(directory_ / "toy");
  }

  // Hands each evaluation to `on_run`.
  void Replay(const std::string& actions, const OnRuleRun& on_run) {
    const RuleText text("f", "x > 0 -> " + actions + ';');
    auto parsed = ParseRules(text);
    ASSERT_TRUE(parsed) << parsed.error().Message();
    constexpr std::int64_t kTenSeconds = 10'000'000'000;
    const auto rules = BindRules(text, std::move(*parsed), *context_, kTenSeconds);
    ASSERT_TRUE(rules) << rules.error().Message();
    RuleReplay replay(*context_, *rules, {At(1000), At(1050), Zone(), "toy"}, {});
    replay.Act(on_run);
    while (replay.Step().value_or(false)) {
    }
  }

  // The texts that ran, if an action fails whose text begins with a capital letter.
  std::string Ran(const std::string& actions) {
    std::string ran;
    Replay(actions, [&](RuleRunner& runner, Timestamp, bool has_begun) {
      EXPECT_TRUE(has_begun);
      while (const auto firing = runner.NextFiring()) {
        ran += firing->Text();
        runner.NoteResult(firing->Text() >= "a");
      }
      ran += '|';
    });
    return ran;
  }

  TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(RuleRunnerTest, AnActionThatIsHeldOffEndsAsItDidLast) {
  EXPECT_EQ(Ran(R"(shell 20 sec "A" | print "b")"), "Ab|b|Ab|b|Ab|b|");
  EXPECT_EQ(Ran(R"(shell 20 sec "a" | print "b")"), "a||a||a||");
  EXPECT_EQ(Ran(R"(print 30 sec "a" & print "c")"), "ac|c|c|ac|c|c|");
}

// It has not run, so it can run at any time.
TEST_F(RuleRunnerTest, AnAlternativeIsHeldOffOnlyIfItRan) {
  EXPECT_EQ(Ran(R"(shell "A" | print 20 sec "b%v")"), "Ab1|A|Ab3|A|Ab5|A|");
}

TEST_F(RuleRunnerTest, NothingBeginsWhileAnActionGoesOn) {
  std::string ran;
  int evaluations = 0;
  Replay(R"(print "a%v" & print "b%v")", [&](RuleRunner& runner, Timestamp, bool has_begun) {
    ran += has_begun ? '+' : '-';
    // The first "a" takes three evaluations.
    const bool ends = evaluations++ >= 2;
    if (evaluations == 3) runner.NoteResult(true);
    if (!has_begun && !ends) return;
    while (const auto firing = runner.NextFiring()) {
      ran += firing->Text();
      if (!ends) return;
      runner.NoteResult(true);
    }
  });
  // Its second action still has the value of the time when the actions began.
  EXPECT_EQ(ran, "+a1--b1+a4b4+a5b5+a6b6");
}

TEST_F(RuleRunnerTest, WhatIsStoppedDoesNotGoOn) {
  std::string ran;
  Replay(R"(print "a%v" & print "b%v")", [&](RuleRunner& runner, Timestamp, bool) {
    const auto firing = runner.NextFiring();
    ASSERT_TRUE(firing);
    ran += firing->Text();
    runner.Stop();
    runner.NoteResult(true);
    EXPECT_FALSE(runner.NextFiring());
  });
  EXPECT_EQ(ran, "a1a2a3a4a5a6");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_replay.h"

#include <gtest/gtest.h>

#include <map>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

class RuleReplayTest : public ::testing::Test {
 protected:
  RuleReplayTest() {
    WriteToy(directory_ / "toy", R"(
time     1000  1010  1020  1030  1040  1050
x           1     5     2     6     7     0 instant u32
c           0   100   100    90   190   290 counter u64
i[0]        1     5     1     5     5     1 instant u32
i[1]        9     9     1     1     9     9 instant u32
rare        -     3     -     -     4     - instant u32
text       aa    aa    bb    aa    aa    bb instant string
)");
    ReplayOptions options;
    options.rules.value = ValueRule::kPrevious;
    context_ = *ArchiveContext::Open(directory_ / "toy", options);
  }

  Result<BoundRules> Bind(const std::string& text) {
    const RuleText file("f", text);
    auto rules = ParseRules(file);
    if (!rules) return Fail(rules.error());
    constexpr std::int64_t kTenSeconds = 10'000'000'000;
    return BindRules(file, std::move(*rules), *context_, kTenSeconds);
  }

  // What fired: "0 a|10 b|", in seconds after the first record.
  std::string Fired(const std::string& text) {
    const auto rules = Bind(text);
    EXPECT_TRUE(rules) << (rules ? "" : rules.error().Message());
    std::string fired;
    RuleReplay replay(
        *context_, *rules, {At(1000), At(1050), Zone(), "toy"}, [&](const RuleFiring& firing) {
          fired += std::to_string(firing.stamp.sec - At(1000).sec) + ' ' + firing.Text() + '|';
        });
    while (replay.Step().value_or(false)) {
    }
    return fired;
  }

  std::string Values(const std::string& text) {
    const auto rules = Bind(text);
    EXPECT_TRUE(rules) << (rules ? "" : rules.error().Message());
    std::string values;
    RuleReplay replay(*context_, *rules, {At(1000), At(1050), Zone(), "toy"},
                      [](const RuleFiring&) {});
    replay.Watch([&](Timestamp, const RuleRunner& rule) { values += rule.ValueText() + '|'; });
    while (replay.Step().value_or(false)) {
    }
    return values;
  }

  TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(RuleReplayTest, ARuleFiresWheneverItsConditionIsTrue) {
  EXPECT_EQ(Fired("x > 4 -> print \"x=%v\";"), "10 x=5|30 x=6|40 x=7|");
}

TEST_F(RuleReplayTest, AHeldOffActionWaits) {
  EXPECT_EQ(Fired("x > 0 -> print 20 sec \"a\" & print 25 \"b\";"), "0 a|0 b|20 a|30 b|40 a|");
}

TEST_F(RuleReplayTest, TextsAreRepeatedForEachInstanceThatIsTrue) {
  EXPECT_EQ(Fired("some_inst i > 4 -> print \"busy:\" \" %i=%v\";"),
            "0 busy: inst1=9|10 busy: inst0=5 inst1=9|30 busy: inst0=5|40 busy: inst0=5 "
            "inst1=9|50 busy: inst1=9|");
}

TEST_F(RuleReplayTest, CountersAreRatesAndUnknownWhereTheyGoDown) {
  EXPECT_EQ(Values("c;"), "?|10|0|?|10|10|");
  EXPECT_EQ(Values("instant c;"), "0|100|100|90|190|290|");
}

TEST_F(RuleReplayTest, SamplesAreKeptFromTheNewestToTheOldest) {
  EXPECT_EQ(Values("x @0..1;"), "1 ?|5 1|2 5|6 2|7 6|0 7|");
  EXPECT_EQ(Values("all_sample x @0..1 > 4;"), "unknown|false|false|false|true|false|");
}

TEST_F(RuleReplayTest, UnknownDecidesNothingThatItsPartnerCan) {
  EXPECT_EQ(Values("rare > 3 || x > 4;"), "unknown|true|false|true|true|unknown|");
  EXPECT_EQ(Values("rare > 3 && x > 4;"), "false|false|false|false|true|false|");
}

TEST_F(RuleReplayTest, OfARulesetTheFirstTrueClauseDecides) {
  EXPECT_EQ(Fired("ruleset x > 5 -> print \"high\" else x > 1 -> print \"some\" "
                  "otherwise -> print \"none\";"),
            "0 none|10 some|20 some|30 high|40 high|50 none|");
  EXPECT_EQ(
      Fired("ruleset rare > 3 -> print \"r\" unknown -> print \"u\" otherwise -> print \"o\";"),
      "0 u|10 o|20 o|30 o|40 r|50 u|");
}

TEST_F(RuleReplayTest, SomeOfTrueAndUnknownIsTrue) {
  EXPECT_EQ(Values("some_inst (i > 4 || rare > 9);"), "true|true|false|true|true|true|");
  EXPECT_EQ(Values("50%_inst (i > 4 || rare > 9);"), "true|true|false|true|true|true|");
  EXPECT_EQ(Values("rising (rare > 3 || x > 4);"), "unknown|unknown|false|true|false|false|");
}

TEST_F(RuleReplayTest, RulesWithoutTheirMetricsAreLeftOut) {
  const auto rules = Bind("x;\nnone > 3;\ni #none;\nx > 3;");
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->left_out, (std::vector<std::string>{"f:2: there is no metric none",
                                                       "f:3: metric i has no instance \"none\""}));
  ASSERT_EQ(rules->rules.size(), 2u);
  EXPECT_EQ(rules->rules[1].name, "expr_2");
}

TEST_F(RuleReplayTest, DerivedMetricsHaveRatesOfTheirOwnDelta) {
  RuleDerivations derivations;
  ASSERT_TRUE(derivations.definitions.Add("twice", "2 * rate(c)"));
  ASSERT_TRUE(derivations.definitions.Add("low", "i[inst0]"));
  DerivedContext derived(*context_, derivations.definitions);
  const RuleText file("f", "twice; low; delta = 20; twice;");
  const auto rules = BindRules(file, *ParseRules(file), derived, 10 * kNanosPerSecond);
  ASSERT_TRUE(rules) << rules.error().Message();
  ASSERT_EQ(rules->rules.size(), 3u);
  std::map<std::string, std::string> values;
  RuleReplay replay(
      *context_, *rules, {At(1000), At(1050), Zone(), "toy"}, [](const RuleFiring&) {},
      derivations);
  replay.Watch([&](Timestamp, const RuleRunner& rule) {
    values[rule.rule().name] += rule.ValueText() + '|';
  });
  while (replay.Step().value_or(false)) {
  }
  EXPECT_EQ(values["expr_1"], "?|20|0|?|20|20|");
  EXPECT_EQ(values["expr_2"], "1|5|1|5|5|1|");
  EXPECT_EQ(values["expr_3"], "?|10|9|");
}

TEST_F(RuleReplayTest, TooManyValuesToKeepAreRefused) {
  std::string sum = "x @0..99999";
  for (int i = 0; i < 200; ++i) sum += " + x @0..99999";
  const auto rules = Bind(sum + ';');
  ASSERT_FALSE(rules);
  EXPECT_NE(rules.error().what.find("too many values"), std::string::npos) << rules.error().what;
}

// All samples from that time on are kept.
TEST_F(RuleReplayTest, ManyOldSamplesAreTooManyValues) {
  std::string many;
  for (int i = 0; i < 200; ++i) many += "x @99999 > 1;";
  const auto rules = Bind(many);
  ASSERT_FALSE(rules);
  EXPECT_NE(rules.error().what.find("too many values"), std::string::npos) << rules.error().what;
  EXPECT_TRUE(Bind("x @99999 > 1; some_sample x @0..99999 > 1;"));
}

TEST_F(RuleReplayTest, TextsAreComparedSampleBySample) {
  EXPECT_EQ(Values("text @0..1 == \"aa\";"),
            "true unknown|true true|false true|true false|true true|false true|");
}

TEST_F(RuleReplayTest, SamplesShareATextThatDoesNotChange) {
  const auto rules = Bind("text @0..2;");
  ASSERT_TRUE(rules) << rules.error().Message();
  const BoundRule& rule = rules->rules.front();
  RuleMetricValues values(rule.rule.nodes[0].metric, rule.nodes[0]);
  RuleRing ring(3);
  FetchResult fetched;
  for (const double time : {1010, 1020, 1030, 1040}) {
    ASSERT_TRUE(context_->FetchAt(At(time), std::span(&rule.nodes[0].metric, 1), fetched));
    values.Take(fetched, fetched.sets().data(), At(time), false, ring);
  }
  EXPECT_EQ(*ring.At(0).texts[0], "aa");
  EXPECT_EQ(ring.At(0).texts[0].get(), ring.At(1).texts[0].get());
  EXPECT_EQ(*ring.At(2).texts[0], "bb");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/derived_context.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/tests/hosts/invented_source.h"
#include "fdr/tests/support/got.h"

namespace fdr::test {
namespace {

using Numbers = std::map<InstanceId, double>;

class DerivedContextTest : public ::testing::Test {
 protected:
  DerivedContextTest() {
    source_ = std::make_unique<InventedSource>();
    invented_ = source_.get();
    invented_->Add("a", 1, 100);
    invented_->Add("counter", 2, 1000).desc.semantics = Semantics::kCounter;
    invented_->AddSet("set", 3, {{0, 10}, {1, 20}, {2, 30}});
    invented_->AddSet("other.set", 4, {{0, 1}, {2, 3}});
    invented_->members[kInvented] = {{0, "eth0"}, {1, "eth1"}, {2, "lo and more"}};
  }

  DerivedContext& Context() {
    if (!context_)
      context_ = std::make_unique<DerivedContext>(
          std::move(source_), table_,
          [this](const DerivedMetric& metric, const SemanticError& error) {
            told_.push_back(metric.name + ": " + error.Message());
          });
    return *context_;
  }

  // Defines a metric only in this context, and returns its identifier.
  MetricId Define(const std::string& expression) {
    const std::string name = "own.m" + std::to_string(defined_++);
    const auto id = Context().Add(name, expression);
    EXPECT_TRUE(id.has_value()) << expression;
    return id.value_or(MetricId());
  }

  // Fetches a metric, and returns its values.
  Numbers Fetch(MetricId id) {
    const Result<bool> fetched = Context().Fetch(std::span(&id, 1), result_);
    EXPECT_TRUE(fetched && *fetched);
    return NumbersOf(0, *Context().DescOf(id));
  }
  Numbers NumbersOf(std::size_t set, const Desc& desc) const {
    Numbers numbers;
    for (const FetchedValue& value : result_.Values(result_.sets()[set]))
      numbers[value.instance] = WithNumberOf(desc.type, [&](auto zero) {
        return static_cast<double>(NumberIn<decltype(zero)>(value));
      });
    return numbers;
  }
  Numbers Once(const std::string& expression) { return Fetch(Define(expression)); }
  SetStatus status() const { return result_.sets()[0].status; }

  DerivedTable table_;
  std::unique_ptr<InventedSource> source_;
  InventedSource* invented_ = nullptr;
  std::unique_ptr<DerivedContext> context_;
  std::vector<std::string> told_;
  FetchResult result_;
  int defined_ = 0;
};

TEST_F(DerivedContextTest, SetsCombineByInstance) {
  EXPECT_EQ(Once("a + 1"), (Numbers{{kSingular, 101}}));
  EXPECT_EQ(Once("set * 2"), (Numbers{{0, 20}, {1, 40}, {2, 60}}));
  EXPECT_EQ(Once("a - set"), (Numbers{{0, 90}, {1, 80}, {2, 70}}));
  EXPECT_EQ(Once("set + other.set"), (Numbers{{0, 11}, {2, 33}}));
  EXPECT_EQ(Once("set / 0"), (Numbers{{0, HUGE_VAL}, {1, HUGE_VAL}, {2, HUGE_VAL}}));
  EXPECT_EQ(Once("0 / set"), (Numbers{{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(Once("set > 15 && set < 25"), (Numbers{{0, 0}, {1, 1}, {2, 0}}));
  EXPECT_EQ(Once("!(set > 15)"), (Numbers{{0, 1}, {1, 0}, {2, 0}}));
  EXPECT_EQ(Once("-set"), (Numbers{{0, -10}, {1, -20}, {2, -30}}));
  EXPECT_EQ(Once("2 - 3"), (Numbers{{kSingular, 4294967295}}));
}

TEST_F(DerivedContextTest, FunctionsMakeOneOfMany) {
  EXPECT_EQ(Once("sum(set)"), (Numbers{{kSingular, 60}}));
  EXPECT_EQ(Once("avg(set)"), (Numbers{{kSingular, 20}}));
  EXPECT_EQ(Once("min(set)"), (Numbers{{kSingular, 10}}));
  EXPECT_EQ(Once("max(set)"), (Numbers{{kSingular, 30}}));
  EXPECT_EQ(Once("count(set)"), (Numbers{{kSingular, 3}}));
  EXPECT_EQ(Once("scalar(set)"), (Numbers{{kSingular, 10}}));
  EXPECT_EQ(Once("defined(set) + defined(nothing)"), (Numbers{{kSingular, 1}}));
}

TEST_F(DerivedContextTest, OfNothingThereIsLittle) {
  invented_->metrics["set"].values.clear();
  EXPECT_EQ(Once("sum(set)"), (Numbers{{kSingular, 0}}));
  EXPECT_EQ(Once("count(set)"), (Numbers{{kSingular, 0}}));
  for (const char* expression :
       {"max(set)", "scalar(set)", "set + 1", "delta(set)", "anon(PM_TYPE_32)", "(set + a)[eth0]"})
    EXPECT_EQ(Once(expression), Numbers()) << expression;
  EXPECT_EQ(status(), SetStatus::kNoValues);
}

TEST_F(DerivedContextTest, WhatIsNotThereMayBeNoValue) {
  table_.options().Set(DerivedOption::kUnknownIsNoValue, 1);
  EXPECT_EQ(Once("a + nothing"), Numbers());
  EXPECT_EQ(status(), SetStatus::kNoValues);
  EXPECT_EQ(Once("defined(nothing) ? nothing : a"), (Numbers{{kSingular, 100}}));
  EXPECT_EQ(Once("a > 99 ? a : nothing"), (Numbers{{kSingular, 100}}));
  EXPECT_EQ(Once("a > 100 ? a : nothing"), Numbers());
  EXPECT_EQ(told_, std::vector<std::string>());
}

TEST_F(DerivedContextTest, ErrorsAreHandedOn) {
  invented_->metrics["set"].error = -12350;
  for (const char* expression : {"set", "a + set", "sum(set)", "rate(set)", "a ? set : set",
                                 "rescale(set, \"count\")", "set[eth0]"}) {
    Once(expression);
    EXPECT_EQ(status(), SetStatus::kRecordedError) << expression;
    EXPECT_EQ(result_.sets()[0].code, -12350) << expression;
  }
  EXPECT_EQ(Once("count(set)"), (Numbers{{kSingular, 0}}));
}

TEST_F(DerivedContextTest, InstancesAreChosenByName) {
  EXPECT_EQ(Once("set[eth1]"), (Numbers{{1, 20}}));
  EXPECT_EQ(Once("set[lo]"), (Numbers{{2, 30}}));
  EXPECT_EQ(Once("set[lo and more]"), (Numbers{{2, 30}}));
  EXPECT_EQ(Once("(set + a)[eth0]"), (Numbers{{0, 110}}));
  EXPECT_EQ(Once("set[nobody]"), Numbers());
  EXPECT_EQ(Once("set[]"), Numbers()) << "the name of none";
  EXPECT_EQ(Once("matchinst(/eth/, set)"), (Numbers{{0, 10}, {1, 20}}));
  EXPECT_EQ(Once("matchinst(!/eth/, set)"), (Numbers{{2, 30}}));
  EXPECT_EQ(Once("matchinst(/more/, set)"), Numbers());
  EXPECT_EQ(Once("matchinst(//, a)"), Numbers());
}

TEST_F(DerivedContextTest, NamesAreAskedForOnlyWhileTheyAreNotKnown) {
  const MetricId id = Define("matchinst(/eth/, set) + set[eth9]");
  Fetch(id);
  const std::size_t asked = invented_->questions;
  Fetch(id);
  EXPECT_EQ(invented_->questions, asked + 2);  // one for eth9, and one for the descriptor
  invented_->members[kInvented][9] = "eth9";
  invented_->metrics["set"].values[9] = 90;
  EXPECT_EQ(Fetch(id), (Numbers{{9, 180}}));
  const std::size_t known = invented_->questions;
  EXPECT_EQ(Fetch(id), (Numbers{{9, 180}}));
  EXPECT_LE(invented_->questions, known + 1);
}

TEST_F(DerivedContextTest, DifferencesAreOfTwoFetches) {
  const MetricId delta = Define("delta(counter)"), rate = Define("rate(counter)");
  const MetricId both[] = {delta, rate};
  const auto fetch = [&](std::uint64_t value) {
    invented_->metrics["counter"].values[kSingular] = value;
    EXPECT_TRUE(test::Got(Context().Fetch(both, result_)));
    return std::pair(NumbersOf(0, *Context().DescOf(delta)), NumbersOf(1, *Context().DescOf(rate)));
  };
  invented_->step = 2'000'000'000;
  EXPECT_EQ(fetch(1000), std::pair(Numbers(), Numbers()));
  EXPECT_EQ(fetch(1010), std::pair(Numbers{{kSingular, 10}}, Numbers{{kSingular, 5}}));
  // A counter that has gone down has a difference, but no rate.
  EXPECT_EQ(fetch(1000), std::pair(Numbers{{kSingular, -10}}, Numbers()));
  EXPECT_EQ(fetch(1004), std::pair(Numbers{{kSingular, 4}}, Numbers{{kSingular, 2}}));
  ASSERT_TRUE(Context().SetMode(Mode::kLive));
  EXPECT_EQ(fetch(1008), std::pair(Numbers(), Numbers()));
}

// A new instance has counted before: that is no growth.
TEST_F(DerivedContextTest, ASumOfRatesKnowsNoNewInstances) {
  const MetricId sum = Define("sum(rate(set))"), count = Define("count(rate(set))");
  const MetricId both[] = {sum, count};
  const auto fetch = [&](std::map<InstanceId, std::uint64_t> values) {
    invented_->metrics["set"].values = {values.begin(), values.end()};
    EXPECT_TRUE(test::Got(Context().Fetch(both, result_)));
    return std::pair(NumbersOf(0, *Context().DescOf(sum)), NumbersOf(1, *Context().DescOf(count)));
  };
  const auto are = [](Numbers sums, double counts) {
    return std::pair(std::move(sums), Numbers{{kSingular, counts}});
  };
  invented_->step = 2'000'000'000;
  EXPECT_EQ(fetch({{0, 10}, {1, 20}}), are({}, 0)) << "there are no rates yet";
  EXPECT_EQ(fetch({{0, 12}, {1, 24}}), are({{kSingular, 3}}, 2));
  EXPECT_EQ(fetch({{0, 12}, {1, 26}, {2, 1'000'000}}), are({{kSingular, 1}}, 2));
  EXPECT_EQ(fetch({{0, 12}, {1, 26}, {2, 1'000'010}}), are({{kSingular, 5}}, 3));
}

// The time and the counter both go back, so the rate is the same as forward.
TEST_F(DerivedContextTest, RatesOfTimeThatGoesBackKeepTheirSign) {
  const MetricId delta = Define("delta(counter)"), rate = Define("rate(counter)");
  invented_->step = -2'000'000'000;
  Fetch(rate);
  invented_->metrics["counter"].values[kSingular] = 990;
  EXPECT_EQ(Fetch(rate), (Numbers{{kSingular, 5}}));
  Fetch(delta);
  invented_->metrics["counter"].values[kSingular] = 980;
  EXPECT_EQ(Fetch(delta), (Numbers{{kSingular, -10}}));
}

TEST_F(DerivedContextTest, InstancesThatComeAndGoHaveNoDifference) {
  const MetricId id = Define("delta(set)");
  Fetch(id);
  invented_->metrics["set"].values = {{2, 33}, {5, 50}};
  EXPECT_EQ(Fetch(id), (Numbers{{2, 3}}));
  invented_->metrics["set"].values = {{0, 11}, {5, 51}, {2, 34}};
  EXPECT_EQ(Fetch(id), (Numbers{{2, 1}, {5, 1}}));
}

TEST_F(DerivedContextTest, DifferencesOfExpressionsAreOfTheirValues) {
  const MetricId id = Define("delta(set + other.set)");
  Fetch(id);
  invented_->metrics["other.set"].values = {{0, 5}, {2, 3}};
  EXPECT_EQ(Fetch(id), (Numbers{{0, 4}, {2, 0}}));
}

TEST_F(DerivedContextTest, GuardsChooseByInstance) {
  EXPECT_EQ(Once("set > 15 ? set : set * 2"), (Numbers{{0, 20}, {1, 20}, {2, 30}}));
  EXPECT_EQ(Once("other.set > 2 ? set : set + a"), (Numbers{{0, 110}, {2, 30}}));
  EXPECT_EQ(Once("a > 5 ? set : set * 2"), (Numbers{{0, 10}, {1, 20}, {2, 30}}));
  EXPECT_EQ(Once("a > 5 ? a : set"), (Numbers{{0, 100}, {1, 100}, {2, 100}}));
  EXPECT_EQ(Once("set > 15 ? set : novalue()"), (Numbers{{1, 20}, {2, 30}}));
  EXPECT_EQ(Once("a > 500 ? set : novalue()"), Numbers());
  EXPECT_EQ(Once("defined(nothing) ? nothing : set"), (Numbers{{0, 10}, {1, 20}, {2, 30}}));
}

TEST_F(DerivedContextTest, ConstantsMayHaveInstances) {
  EXPECT_EQ(Once("mkconst(7, indom=1.0)"), (Numbers{{0, 7}, {1, 7}, {2, 7}}));
  Profile profile;
  profile.Exclude(kInvented, {1});
  Context().SetProfile(profile);
  EXPECT_EQ(Once("mkconst(7, meta=set) + set"), (Numbers{{0, 17}, {2, 37}}));
}

TEST_F(DerivedContextTest, OperandsAreFetchedOnceAndTogether) {
  const MetricId metrics[] = {Define("a + set"), invented_->metrics["a"].desc.id,
                              Define("set + other.set"), Define("a * a")};
  ASSERT_TRUE(test::Got(Context().Fetch(metrics, result_)));
  ASSERT_EQ(invented_->asked.size(), 1u);
  EXPECT_EQ(invented_->asked[0].size(), 3u);
  ASSERT_EQ(result_.sets().size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(result_.sets()[i].id, metrics[i]);
  EXPECT_EQ(result_.Values(result_.sets()[1])[0].Word(), 100u);
  EXPECT_EQ(result_.Values(result_.sets()[3])[0].Word(), 10000u);
}

TEST_F(DerivedContextTest, AMetricAskedForTwiceIsTheSameTwice) {
  const MetricId id = Define("delta(counter)");
  const MetricId twice[] = {id, id};
  ASSERT_TRUE(test::Got(Context().Fetch(twice, result_)));
  invented_->metrics["counter"].values[kSingular] = 1003;
  ASSERT_TRUE(test::Got(Context().Fetch(twice, result_)));
  const Desc desc = *Context().DescOf(id);
  EXPECT_EQ(NumbersOf(0, desc), (Numbers{{kSingular, 3}}));
  EXPECT_EQ(NumbersOf(1, desc), (Numbers{{kSingular, 3}}));
}

TEST_F(DerivedContextTest, WithoutDerivedMetricsTheSourceAnswers) {
  const MetricId id = invented_->metrics["a"].desc.id;
  EXPECT_EQ(*Context().Find("a"), id);
  EXPECT_EQ(Fetch(id), (Numbers{{kSingular, 100}}));
  EXPECT_EQ(Context().HostName(), "invented");
  EXPECT_FALSE(Context().Find("nothing"));
  EXPECT_FALSE(Context().FetchRecord(result_));
  Context().Add("x", "1");
  EXPECT_EQ(Fetch(id), (Numbers{{kSingular, 100}}));
}

TEST_F(DerivedContextTest, NamesOfTheSourceHideDerivedOnes) {
  table_.Add("a", "1");
  table_.Add("d.good", "a + 1");
  table_.Add("d.bad", "nothing + 1");
  table_.Add("other.more", "a");
  EXPECT_EQ(*Context().Find("a"), invented_->metrics["a"].desc.id);
  EXPECT_EQ(*Context().Traverse("d"), std::vector<std::string>{"d.good"});
  EXPECT_EQ(*Context().Traverse("other"), (std::vector<std::string>{"other.set", "other.more"}));
  EXPECT_EQ(Context().Traverse("")->size(), 6u);
  EXPECT_FALSE(Context().Traverse("nowhere"));
  EXPECT_EQ(Context().NamesOf(*Context().Find("d.good"))->front(), "d.good");
  EXPECT_EQ(told_, std::vector<std::string>{"d.bad: operand nothing: Unknown operand metric"});
}

TEST_F(DerivedContextTest, WhatMakesNoSenseHasNoDescriptor) {
  const MetricId bad = Define("set + nothing"), good = Define("a + 1");
  const MetricId both[] = {bad, good, invented_->metrics["a"].desc.id, MetricId::Build(9, 9, 9)};
  const auto descs = Context().Descs(both);
  ASSERT_TRUE(descs);
  EXPECT_EQ((*descs)[0].error().what,
            "Cannot compute own.m0: operand nothing: Unknown operand "
            "metric");
  EXPECT_EQ((*descs)[1]->id, good);
  EXPECT_EQ((*descs)[2]->id, both[2]);
  EXPECT_FALSE((*descs)[3]);
  ASSERT_TRUE(test::Got(Context().Fetch(both, result_)));
  EXPECT_EQ(result_.sets()[0].status, SetStatus::kUnknownMetric);
  EXPECT_EQ(result_.sets()[1].status, SetStatus::kValues);
  EXPECT_EQ((*Context().Check(bad))->text, "Unknown operand metric");
  EXPECT_FALSE((*Context().Check(good)).has_value());
}

TEST_F(DerivedContextTest, MetadataMayBeThatOfOtherDerivedMetrics) {
  table_.Add("x", "mkconst(1, meta=y, type=32)");
  table_.Add("y", "rate(counter)");
  table_.Add("round", "mkconst(1, meta=and.round)");
  table_.Add("and.round", "mkconst(1, meta=round)");
  EXPECT_EQ(Context().DescOf(*Context().Find("x"))->type, Type::k32);
  EXPECT_EQ(Context().DescOf(*Context().Find("x"))->units.dim_time, -1);
  EXPECT_NE(Context().DescOf(*Context().Find("round")).error().what.find("not available"),
            std::string::npos);
}

TEST_F(DerivedContextTest, DefinitionsCanBeExchanged) {
  table_.Add("d", "a + 1");
  const MetricId id = *Context().Find("d");
  EXPECT_EQ(Fetch(id), (Numbers{{kSingular, 101}}));
  DerivedTable others;
  others.Add("d", "a + 2");
  Context().Rebind(others);
  EXPECT_EQ(Fetch(id), (Numbers{{kSingular, 102}}));
  Context().Add("d", "a + 3");  // hides the definition of the table
  EXPECT_EQ(Fetch(*Context().Find("d")), (Numbers{{kSingular, 103}}));
  EXPECT_TRUE(Context().Remove("d"));
  EXPECT_FALSE(Context().Remove("d"));
  EXPECT_FALSE(Context().Find("d"));
}

TEST_F(DerivedContextTest, TextsAndLabelsAreTheirOwn) {
  const MetricId id = *table_.Add("d", "a");
  table_.SetText(TextKind::kMetricOneLine, id, "a line");
  EXPECT_EQ(*Context().Text(TextKind::kMetricOneLine, id.value), "a line");
  EXPECT_FALSE(Context().Text(TextKind::kMetricHelp, id.value));
  EXPECT_TRUE(Context().Labels(LabelLevel::kItem, id.value)->empty());
  EXPECT_TRUE(Context().Labels(LabelLevel::kDomain, 511)->empty());
}

TEST_F(DerivedContextTest, TroubleOfTheSourceIsTold) {
  const MetricId id = Define("a + 1");
  invented_->trouble = Errc::kDisconnected;
  EXPECT_EQ(Context().Fetch(std::span(&id, 1), result_).error().code, Errc::kDisconnected);
  EXPECT_EQ(Context().DescOf(id).error().code, Errc::kDisconnected);
  EXPECT_EQ(Context().Traverse("own").error().code, Errc::kDisconnected);
  invented_->trouble.reset();
  EXPECT_EQ(Fetch(id), (Numbers{{kSingular, 101}}));
}

}  // namespace
}  // namespace fdr::test

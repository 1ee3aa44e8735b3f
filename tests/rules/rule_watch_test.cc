// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_watch.h"

#include <gtest/gtest.h>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/tests/hosts/invented_source.h"

namespace fdr::test {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

class RuleWatchTest : public ::testing::Test {
 protected:
  RuleWatchTest() {
    source_.Add("x", 1, 5);
    source_.AddSet("disk", 2, {{0, 5}, {1, 0}});
    source_.members[kInvented] = {{0, "sda"}, {1, "sdb"}};
    source_.Add("growing", 3, 100).desc.semantics = Semantics::kCounter;
  }

  void Watch(const std::string& text) {
    text_.emplace("f", text);
    auto parsed = ParseRules(*text_);
    ASSERT_TRUE(parsed) << parsed.error().Message();
    auto rules = BindRules(*text_, std::move(*parsed), source_, 10 * kSecond);
    ASSERT_TRUE(rules) << rules.error().Message();
    rules_ = std::move(*rules);
    watch_.emplace(source_, rules_, RuleWatchOptions{.connection = "there"},
                   [this](RuleRunner& runner, Timestamp, bool) {
                     while (const auto firing = runner.NextFiring()) {
                       fired_ += firing->Text() + '|';
                       runner.NoteResult(true);
                     }
                   });
  }

  // What fires in this second.
  std::string FiredAt(std::int64_t second) {
    fired_.clear();
    source_.now = Timestamp{1000 + second, 0};
    failed_ = !watch_->Step(second * kSecond, source_.now);
    return fired_;
  }

  InventedSource source_;
  std::optional<RuleText> text_;
  BoundRules rules_;
  std::optional<RuleWatch> watch_;
  std::string fired_;
  bool failed_ = false;
};

TEST_F(RuleWatchTest, EachRuleIsEvaluatedWheneverItIsDue) {
  Watch(R"(x > 4 -> print "ten"; delta = 3; x > 4 -> print "three";)");
  EXPECT_EQ(FiredAt(0), "ten|three|");
  EXPECT_EQ(watch_->NextDue(), 3 * kSecond);
  EXPECT_EQ(FiredAt(2), "");
  EXPECT_EQ(FiredAt(3), "three|");
  // Those of the seconds 6 and 9 come too late.
  EXPECT_EQ(FiredAt(11), "ten|three|");
  EXPECT_EQ(watch_->NextDue(), 12 * kSecond);
}

TEST_F(RuleWatchTest, InstancesHaveTheirPresentNames) {
  Watch(R"(some_inst disk > 4 -> print "%i at %h, %c";)");
  EXPECT_EQ(FiredAt(0), "sda at invented, there|");
  source_.members[kInvented][0] = "nvme0";
  EXPECT_EQ(FiredAt(10), "nvme0 at invented, there|");
  source_.members.clear();
  EXPECT_EQ(FiredAt(20), "#0 at invented, there|");
}

TEST_F(RuleWatchTest, WithoutAnAnswerValuesAreUnknown) {
  Watch(R"(ruleset x > 4 -> print "high" unknown -> print "unknown" otherwise -> print "low";)");
  EXPECT_EQ(FiredAt(0), "high|");
  source_.trouble = Errc::kDisconnected;
  EXPECT_EQ(FiredAt(10), "unknown|");
  EXPECT_TRUE(failed_);
  source_.trouble.reset();
  EXPECT_EQ(FiredAt(20), "high|");
  EXPECT_FALSE(failed_);
}

// A collector that was started again has other counters.
TEST_F(RuleWatchTest, ARateHasNoValueAcrossAnInterruption) {
  Watch(R"(growing >= 0 -> print "%v";)");
  const auto count_at = [this](std::int64_t second, std::uint64_t value) {
    source_.metrics["growing"].values.begin()->second = value;
    return FiredAt(second);
  };
  EXPECT_EQ(count_at(0, 100), "");
  EXPECT_EQ(count_at(10, 150), "5|");
  watch_->Renew();
  EXPECT_EQ(count_at(20, 1000), "");
  EXPECT_EQ(count_at(30, 1020), "2|");
}

TEST_F(RuleWatchTest, ARuleWithoutMetricsAsksNothing) {
  Watch(R"($year > 1969 -> print "%h";)");
  const std::size_t asked = source_.asked.size();
  EXPECT_EQ(FiredAt(0), "<%h undefined>|");
  EXPECT_EQ(source_.asked.size(), asked);
}

}  // namespace
}  // namespace fdr::test

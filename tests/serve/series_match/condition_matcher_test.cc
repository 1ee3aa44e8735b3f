// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/match/condition_matcher.h"

#include <gtest/gtest.h>

#include "fdr/replay/labels/label_texts.h"
#include "fdr/replay/serve/series/language/operand_parser.h"

namespace fdr {
namespace {

std::vector<SeriesCondition> Parsed(std::string_view text) {
  SeriesWords words(text);
  std::vector<SeriesCondition> conditions;
  EXPECT_TRUE(ParseSeriesConditions(words, conditions)) << text;
  return conditions;
}

// Whether the conditions hold for these labels.
bool Holds(std::string_view text, const LabelTexts& labels) {
  const Result<ConditionMatcher> matcher = ConditionMatcher::Compile(Parsed(text));
  EXPECT_TRUE(matcher) << text;
  if (!matcher) return false;
  return *matcher->Holds([&](std::size_t place) -> Result<bool> {
    const auto label = labels.find(matcher->conditions()[place].label);
    return label != labels.end() && matcher->MeetsIt(place, label->second);
  });
}

TEST(ConditionMatcher, EachOperatorComparesInItsWay) {
  const LabelTexts labels = LabelTextsOf(R"({"dev":"sda1","rack":12,"where":{"room":"B 7"}})");
  for (const char* text :
       {R"({dev == "sda1"})", R"({dev : "sd*"})", R"({dev ~~ "sd??"})", R"({dev =~ "a[0-9]"})",
        "{rack == 12}", "{rack < 13}", "{rack <= 12}", "{rack > 2}", "{rack >= 12}",
        R"({where.room == "B 7"})", "{dev != sda}", R"({dev !~ "^x"})"})
    EXPECT_TRUE(Holds(text, labels)) << text;
  for (const char* text : {R"({dev == "sda"})", R"({dev : "sd?"})", R"({dev =~ "^a"})",
                           "{rack < 12}", "{rack > 12}", "{dev > 1}", "{dev != sda1}"})
    EXPECT_FALSE(Holds(text, labels)) << text;
}

TEST(ConditionMatcher, AMissingLabelMeetsOnlyWhatIsNegated) {
  EXPECT_FALSE(Holds("{dev == sda}", {}));
  EXPECT_FALSE(Holds(R"({dev =~ ""})", {}));
  EXPECT_TRUE(Holds("{dev != sda}", {}));
  EXPECT_TRUE(Holds("{dev !~ sda}", {}));
}

TEST(ConditionMatcher, AndBindsCloserThanOr) {
  const LabelTexts labels = {{"a", "1"}, {"b", "2"}};
  EXPECT_TRUE(Holds("{a == 1 || a == 1 && b == 1}", labels));
  EXPECT_TRUE(Holds("{a == 9 && b == 9 || b == 2}", labels));
  EXPECT_FALSE(Holds("{a == 1, b == 1}", labels));
  const Result<ConditionMatcher> none = ConditionMatcher::Compile({});
  ASSERT_TRUE(none);
  EXPECT_TRUE(*none->Holds([](std::size_t) -> Result<bool> { return false; }));
}

TEST(ConditionMatcher, PatternsHaveLimits) {
  std::string text = "{a =~ x";
  for (int i = 1; i < 16; ++i) text += " || a =~ x";
  EXPECT_TRUE(ConditionMatcher::Compile(Parsed(text + "}")));
  const auto many = ConditionMatcher::Compile(Parsed(text + " || a : x}"));
  ASSERT_FALSE(many);
  EXPECT_EQ(many.error().code, Errc::kTooLarge);
  const auto wrong = ConditionMatcher::Compile(Parsed(R"({a =~ "("})"));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, Errc::kInvalidArgument);
}

TEST(ConditionMatcher, AnErrorOfASubjectIsThatOfTheWhole) {
  const Result<ConditionMatcher> matcher = ConditionMatcher::Compile(Parsed("{a == 1}"));
  ASSERT_TRUE(matcher);
  EXPECT_FALSE(matcher->Holds([](std::size_t) -> Result<bool> { return Fail(Errc::kBusy, "x"); }));
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statistics beside the metrics of a thinned copy.

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "fdr/replay/copy/thin/statistics_plan.h"
#include "fdr/replay/copy/thin/thin_stage.h"
#include "fdr/replay/labels/label_json.h"
#include "fdr/tests/replay/copy/thin/thin_toy.h"

namespace fdr {
namespace {

class StatisticsStageTest : public testing::Test {
 protected:
  // i: an instantaneous metric; J: one with instances; f: real numbers; c: a counter of bytes.
  std::string Thin(const std::string& records, std::int64_t seconds = 10) {
    options_.interval = seconds * kNanosPerSecond;
    test::ToySink sink;
    ThinStage stage(options_, sink);
    test::ToyFeed feed(stage);
    feed.Metric('i', Type::kU64, Semantics::kInstant);
    feed.Metric('J', Type::k32, Semantics::kInstant);
    feed.Metric('f', Type::kDouble, Semantics::kInstant);
    feed.Metric('c', Type::kU32, Semantics::kCounter);
    feed.Metric('x', Type::kU32, Semantics::kDiscrete);
    feed.Feed(records);
    feed.End();
    names_ = sink.names();
    labels_ = sink.labels();
    return sink.text();
  }

  // Without the metadata at the first record.
  std::string Values(const std::string& records) {
    std::string text = Thin(records);
    while (text.find(" domain; ") != std::string::npos) text.erase(0, text.find(" domain; ") + 9);
    return text;
  }

  ThinStage::Options options_;
  std::string names_, labels_;
};

TEST_F(StatisticsStageTest, TheSmallestAndTheLargestValueAndTheMean) {
  options_.statistics = {.min = true, .max = true, .mean = true};
  EXPECT_EQ(Values("0 i=4; 2 i=2; 4 i=9; 6 i=5; 12 i=7; 20 i=3; 26 i=1"),
            "0 i=4 fdr.toy.i.min=4 fdr.toy.i.max=4 fdr.toy.i.mean=4; 10 i=5 fdr.toy.i.min=2 "
            "fdr.toy.i.max=9 fdr.toy.i.mean=5; "
            "20 i=3 fdr.toy.i.min=3 fdr.toy.i.max=7 fdr.toy.i.mean=6.6; "
            "26 i=1 fdr.toy.i.min=1 fdr.toy.i.max=3 fdr.toy.i.mean=3");
  EXPECT_EQ(names_.substr(names_.find("fdr")),
            "fdr.toy.i.min fdr.toy.i.max fdr.toy.i.mean fdr.toy.J.min fdr.toy.J.max "
            "fdr.toy.J.mean fdr.toy.f.min fdr.toy.f.max fdr.toy.f.mean");
}

TEST_F(StatisticsStageTest, LabelsSayWhatTheyAre) {
  options_.statistics = {.max = true};
  Thin("0 i=4; 2 i=2", 90);
  EXPECT_TRUE(labels_.find(R"({"interval":"90s","of":"toy.i","statistic":"max"})") !=
              std::string::npos);
  EXPECT_TRUE(labels_.find(R"({"thinned":"90s"})") != std::string::npos) << labels_;
  options_.statistics = {};
  Thin("0 i=4; 2 i=2", 90);
  EXPECT_EQ(labels_, "");
}

TEST_F(StatisticsStageTest, LabelsOfAThinnedArchiveAreRenewed) {
  const std::string own = R"({"interval":"60s","of":"toy.i","statistic":"max"})";
  const auto renewed = [](LabelLevel level, const std::string& json, std::int64_t seconds) {
    ThinnedLabel label(seconds * kNanosPerSecond);
    LabelSet set{.instance = kSingular, .json = json};
    const std::vector<JsonLabel> places = ParseLabels(json).value();
    for (const JsonLabel& one : places)
      set.entries.push_back({.name_offset = static_cast<std::uint16_t>(one.name_at),
                             .name_length = static_cast<std::uint8_t>(one.name.size()),
                             .value_offset = static_cast<std::uint16_t>(one.value_at),
                             .value_length = static_cast<std::uint16_t>(one.value.size())});
    const LabelSetRecord labels{
        .level = static_cast<std::uint32_t>(level), .id = kContextId, .sets = {set}};
    return std::string(label.Renew(labels).sets.at(0).json);
  };
  EXPECT_EQ(renewed(LabelLevel::kItem, own, 3600),
            R"({"interval":"3600s","of":"toy.i","statistic":"max"})");
  EXPECT_EQ(renewed(LabelLevel::kItem, own, 60), own);
  EXPECT_EQ(renewed(LabelLevel::kItem, own, 1), own) << "nothing is thinned";
  EXPECT_EQ(renewed(LabelLevel::kInDom, own, 3600), own) << "another level";
  const std::string other = R"({"interval":"60s","of":"us"})";
  EXPECT_EQ(renewed(LabelLevel::kItem, other, 3600), other) << "a label that thinning did not make";
  EXPECT_EQ(renewed(LabelLevel::kContext, R"({"hostname":"a","thinned":"0.5s"})", 3600),
            R"({"hostname":"a","thinned":"3600s"})");
  EXPECT_EQ(renewed(LabelLevel::kContext, R"({"hostname":"a","thinned":"half"})", 3600),
            R"({"hostname":"a","thinned":"half"})");
}

TEST_F(StatisticsStageTest, GapsDoNotCount) {
  options_.statistics = {.mean = true};
  EXPECT_EQ(Values("0 i=0; 4 i=10; 6 i=20; 7 mark; 8 i=100; 9 i=200; 11 i=300"),
            "0 i=0 fdr.toy.i.mean=0; 6 i=20 fdr.toy.i.mean=3.3333333333333335; 7 mark; 8 i=100; "
            "10 i=200 fdr.toy.i.mean=150; 11 i=300 fdr.toy.i.mean=200");
}

TEST_F(StatisticsStageTest, WhatIsCopiedHasItsOwnValues) {
  options_.statistics = {.min = true, .mean = true};
  EXPECT_EQ(Values("0 i=1; 60 i=5"),
            "0 i=1 fdr.toy.i.min=1 fdr.toy.i.mean=1; 60 i=5 "
            "fdr.toy.i.min=5 fdr.toy.i.mean=5");
}

TEST_F(StatisticsStageTest, EachInstanceHasItsOwn) {
  options_.statistics = {.max = true};
  EXPECT_EQ(Values("0 J:0=1 J:1=-9; 2 J:0=3 J:1=-7; 4 J:0=2; 8 J:2=5 J:0=0; 12 J:0=1 J:2=4; 20 "
                   "J:0=2 J:2=2"),
            "0 J:0=1 J:1=-9 fdr.toy.J.max:0=1 fdr.toy.J.max:1=-9; 10 J:2=5 J:0=0 J:1=-7 "
            "fdr.toy.J.max:2=5 fdr.toy.J.max:0=3 "
            "fdr.toy.J.max:1=-7; 20 J:0=2 J:2=2 fdr.toy.J.max:0=2 fdr.toy.J.max:2=5");
}

TEST_F(StatisticsStageTest, WhatIsNoNumberIsPassedOver) {
  options_.statistics = {.min = true, .max = true, .mean = true};
  EXPECT_EQ(Values("0 f=nan; 2 f=inf; 4 f=3; 6 f=nan; 10 f=nan; 12 f=nan; 20 f=-inf"),
            "0 f=nan; 10 f=nan fdr.toy.f.min=3 fdr.toy.f.max=3 fdr.toy.f.mean=3; 20 f=-inf");
}

TEST_F(StatisticsStageTest, RatesOfCounters) {
  options_.statistics = {.rates = true};
  EXPECT_EQ(Values("0 c=0; 4 c=40; 5 c=41; 12 c=62; 13 c=70; 13.01 c=1000; 14 c=2; 20 c=8"),
            "0 c=0; 10 c=56 fdr.toy.c.min=1 fdr.toy.c.max=10; 13.01 c=1000 fdr.toy.c.min=3 "
            "fdr.toy.c.max=8; 14 c=2; 20 c=8 fdr.toy.c.min=1 fdr.toy.c.max=1");
}

TEST_F(StatisticsStageTest, OfAThinnedArchiveTheyAreCombined) {
  options_.statistics = {.min = true, .max = true, .mean = true};
  std::string records;
  for (int second = 0; second <= 400; second += 2)
    records += fmt::format("{} i={};", second, (second * 7919) % 1009);
  const std::string at_once = Thin(records, 100);
  const std::string first = Thin(records, 20);
  // The statistics of the first pass, with letters as names.
  options_.interval = 100 * kNanosPerSecond;
  test::ToySink sink;
  ThinStage stage(options_, sink);
  test::ToyFeed feed(stage);
  feed.Metric('i', Type::kU64, Semantics::kInstant);
  feed.Metric('m', Type::kU64, Semantics::kInstant, "fdr.toy.i.min");
  feed.Metric('n', Type::kU64, Semantics::kInstant, "fdr.toy.i.max");
  feed.Metric('o', Type::kDouble, Semantics::kInstant, "fdr.toy.i.mean");
  feed.Feed(test::Renamed(
      first, {{"fdr.toy.i.min", "m"}, {"fdr.toy.i.max", "n"}, {"fdr.toy.i.mean", "o"}}));
  feed.End();
  EXPECT_EQ(test::RecordsOf(sink.text()), test::RecordsOf(at_once));
}

}  // namespace
}  // namespace fdr

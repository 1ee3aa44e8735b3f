// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What rules do to sets of labels.

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

constexpr MetricId kOther = MetricId::Build(61, 1, 1);

class RewriteLabelTest : public RewriteTest {
 protected:
  RewriteLabelTest() {
    Write([](ArchiveBuilder& archive) {
      archive.Metric({.name = "load", .id = kLoad})
          .Metric({.name = "disc.reads", .id = kReads, .indom = kDiscs})
          .Metric({.name = "other", .id = kOther})
          .InDom(At(1), kDiscs, {{0, "sda"}, {1, "sdb"}})
          .LabelSets(At(1), LabelLevel::kContext, kContextId,
                     {{{{"host", "\"h\""}, {"user", "0"}}}})
          .LabelSets(At(1), LabelLevel::kDomain, 60, {{{{"agent", "\"linux\""}, {"x", "1"}}}})
          .LabelSets(At(1), LabelLevel::kDomain, 61, {{{{"role", "\"test\""}, {"x", "2"}}}})
          .LabelSets(At(1), LabelLevel::kCluster, kReads.value & ~0x3ffu, {{{{"c", "1"}}}})
          .LabelSets(At(1), LabelLevel::kItem, kReads.value, {{{{"unit", "\"r\""}}}})
          .LabelSets(At(1), LabelLevel::kInDom, kDiscs.value, {{{{"set", "true"}}}})
          .LabelSets(At(1), LabelLevel::kInstances, kDiscs.value,
                     {{{{"model", "\"A\""}}, 0}, {{{"model", "\"B\""}}, 1}})
          .Record(At(1), {Single(kLoad, std::int64_t{7}),
                          Single(kOther, std::int64_t{8}),
                          {kReads, {{0, std::int64_t{1}}, {1, std::int64_t{2}}}}})
          .LabelSets(At(2), LabelLevel::kContext, kContextId, {{{{"host", "\"i\""}}}})
          .InDom(At(2), kDiscs, {{0, "sda"}, {2, "sdc"}})
          .Record(At(2), {Single(kLoad, std::int64_t{7}), {kReads, {{2, std::int64_t{2}}}}});
    });
  }

  // The lines that contain the word.
  std::string Lines(std::string_view rules, std::string_view word) {
    const std::string all = LabelsOf(*Rewritten(rules));
    std::string lines;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = all.find('\n', at) + 1;
      const std::string line = all.substr(at, end - at);
      if (line.starts_with(word)) lines += line;
      at = end;
    }
    return lines;
  }
};

TEST_F(RewriteLabelTest, NewLabelsHoldFromTheStart) {
  EXPECT_EQ(Lines("label context { new \"a\" \"b\" new \"n\" 12 }", "context"),
            "context @1 {\"a\":\"b\",\"host\":\"h\",\"n\":12,\"user\":0}\n"
            "context @2 {\"a\":\"b\",\"host\":\"i\",\"n\":12}\n");
  EXPECT_EQ(Lines("label item load { new \"a\" true }", "item"),
            "item 60.0.1 @1 {\"a\":true}\nitem 60.1.1 @1 {\"unit\":\"r\"}\n");
  EXPECT_EQ(Lines("label context { new \"host\" \"other\" }", "context"),
            "context @1 {\"host\":\"other\",\"user\":0}\ncontext @2 {\"host\":\"other\"}\n");
}

TEST_F(RewriteLabelTest, NewLabelsOfInstancesFollowTheDomain) {
  EXPECT_EQ(
      Lines("label instances 60.1 { new \"n\" 1 }", "instances"),
      "instances 60.1 @1 [0] {\"model\":\"A\",\"n\":1} [1] {\"model\":\"B\",\"n\":1}\n"
      "instances 60.1 @2 [0] {\"model\":\"A\",\"n\":1} [1] {\"model\":\"B\"} [2] {\"n\":1}\n");
  EXPECT_EQ(Lines("label instances 60.1 \"sdb\" { new \"n\" 1 }", "instances"),
            "instances 60.1 @1 [0] {\"model\":\"A\"} [1] {\"model\":\"B\",\"n\":1}\n"
            "instances 60.1 @2 [0] {\"model\":\"A\"} [1] {\"model\":\"B\"}\n");
}

TEST_F(RewriteLabelTest, LabelsAreDeletedAndRenamed) {
  EXPECT_EQ(Lines("label context \"user\" { delete }", "context"),
            "context @1 {\"host\":\"h\"}\ncontext @2 {\"host\":\"i\"}\n");
  EXPECT_EQ(Lines("label context \"host\" \"h\" { label -> \"zone\" value -> \"x\" }", "context"),
            "context @1 {\"user\":0,\"zone\":\"h\"}\ncontext @2 {\"host\":\"i\"}\n");
  EXPECT_EQ(Lines("label domain 60 * 1 { value -> -2.5 }", "domain 60"),
            "domain 60 @1 {\"agent\":\"linux\",\"x\":-2.5}\n");
  EXPECT_EQ(Lines("label cluster 60.* { delete } label indom 60.1 { delete }", "cluster"), "");
  EXPECT_EQ(Lines("label instances 60.1 1 { delete }", "instances"),
            "instances 60.1 @1 [0] {\"model\":\"A\"}\n");
}

TEST_F(RewriteLabelTest, LabelsMove) {
  EXPECT_EQ(Lines("label domain 60 { domain -> 61 }", "domain"),
            "domain 61 @1 {\"agent\":\"linux\",\"role\":\"test\",\"x\":2}\n");
  EXPECT_EQ(Lines("label domain 60 \"agent\" { domain -> 61 }", "domain"),
            "domain 60 @1 {\"x\":1}\n"
            "domain 61 @1 {\"agent\":\"linux\",\"role\":\"test\",\"x\":2}\n");
  EXPECT_EQ(Lines("label item disc.reads { item -> 60.0.* }", "item"),
            "item 60.0.1 @1 {\"unit\":\"r\"}\n");
  EXPECT_EQ(Lines("label instances 60.1 \"sda\" { instance -> 7 }", "instances"),
            "instances 60.1 @1 [1] {\"model\":\"B\"} [7] {\"model\":\"A\"}\n");
  EXPECT_NE(Rewrite("label item disc.reads { item -> 62.0.* }"), "");
}

TEST_F(RewriteLabelTest, LabelsFollowTheirOwners) {
  EXPECT_EQ(LabelsOf(*Rewritten("metric disc.reads { pmid -> 61.2.5 } "
                                "indom 60.1 { indom -> 61.1 inst 0 -> 10 }")),
            "context @1 {\"host\":\"h\",\"user\":0}\n"
            "context @2 {\"host\":\"i\"}\n"
            "domain 60 @1 {\"agent\":\"linux\",\"x\":1}\n"
            "domain 61 @1 {\"agent\":\"linux\",\"role\":\"test\",\"x\":2}\n"
            "indom 61.1 @1 {\"set\":true}\n"
            "cluster 61.2 @1 {\"c\":1}\n"
            "item 61.2.5 @1 {\"unit\":\"r\"}\n"
            "instances 61.1 @1 [1] {\"model\":\"B\"} [10] {\"model\":\"A\"}\n");
}

TEST_F(RewriteLabelTest, LabelsOfWhatIsDeletedGo) {
  EXPECT_EQ(LabelsOf(*Rewritten("metric disc.reads { delete } metric other { delete }")),
            "context @1 {\"host\":\"h\",\"user\":0}\n"
            "context @2 {\"host\":\"i\"}\n"
            "domain 60 @1 {\"agent\":\"linux\",\"x\":1}\n");
}

TEST_F(RewriteLabelTest, TwoLabelsDoNotGetOneName) {
  EXPECT_EQ(Rewrite("label context \"user\" { label -> \"host\" }"),
            "The rules would make two labels \"host\"");
}

}  // namespace
}  // namespace fdr::test

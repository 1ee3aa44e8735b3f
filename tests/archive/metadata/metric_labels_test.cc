// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/metric_labels.h"

#include <gtest/gtest.h>

#include "fdr/archive/archive.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

std::string Names(std::string_view json) {
  const LabelSet set{.json = json, .entries = {}};
  std::string text;
  for (const MetricLabel& label : LabelsIn(set, LabelLevel::kContext))
    text += label.name + "=" + std::string(label.value) + " ";
  return text;
}

TEST(MetricLabelsTest, LeavesOfTheJsonAreLabels) {
  EXPECT_EQ(Names(R"({"a":"x","b":7,"c":true,"d":null})"), R"(a="x" b=7 c=true d=null )");
  EXPECT_EQ(Names(R"({"a":{"b":1,"c":{"d":"}"}},"e":[1,{"f":2}]})"),
            R"(a.b=1 a.c.d="}" e=[1,{"f":2}] )");
  EXPECT_EQ(Names(R"({ "a" : "q\"uote" , "b" : 2 })"), R"(a="q\"uote" b=2 )");
  EXPECT_EQ(Names("{}"), "");
  EXPECT_EQ(Names(""), "");
}

TEST(MetricLabelsTest, WhatFollowsAFlawIsNotRead) {
  EXPECT_EQ(Names(R"({"a":1,b:2})"), "a=1 ");
  EXPECT_EQ(Names(R"({"a":1,:2})"), "a=1 ");
  EXPECT_EQ(Names(R"({"a":1,"b")"), "a=1 ");
  EXPECT_EQ(Names(R"({"a":1,"b":)"), "a=1 ");
  EXPECT_EQ(Names(R"({"a":1,"b":"unfinished)"), "a=1 ");
  EXPECT_EQ(Names("[1]"), "");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += R"({"a":)";
  EXPECT_EQ(Names(deep), "");
}

TEST(MetricLabelsTest, ASetLargerThanTheFormatAllowsHasNone) {
  const std::string_view head = R"({"a":")", tail = R"("})";
  const auto of_size = [&](std::size_t size) {
    return std::string(head) + std::string(size - head.size() - tail.size(), 'x') +
           std::string(tail);
  };
  EXPECT_EQ(Names(of_size(65535)).substr(0, 4), "a=\"x");
  EXPECT_EQ(Names(of_size(65536)), "");
  LabelSet set{.json = R"({"a":1})", .entries = std::vector<LabelEntry>(255)};
  EXPECT_EQ(LabelsIn(set, LabelLevel::kContext).size(), 1u);
  set.entries.emplace_back();
  EXPECT_TRUE(LabelsIn(set, LabelLevel::kContext).empty());
}

TEST(MetricLabelsTest, NamesDoNotGrowWithoutEnd) {
  const std::string part(100, 'n');
  std::string json = R"({"first":1,)";
  for (int i = 0; i < 20; ++i) json += '"' + part + R"(":{"leaf":1,)";
  EXPECT_EQ(Names(json).size(), [&] {
    std::size_t size = 8;  // "first=1 "
    for (std::size_t depth = 1; depth * 101 + 4 <= 1024; ++depth) size += depth * 101 + 7;
    return size;
  }());
}

class LabelHierarchyTest : public testing::Test {
 protected:
  static constexpr MetricId kMetric = MetricId::Build(60, 3, 1);
  static constexpr InDomId kDomain = InDomId::Build(60, 4);

  std::string LabelsOf(std::optional<InstanceId> instance, double t) {
    const Metadata& metadata = archive_->metadata();
    std::string text;
    for (const MetricLabel& label :
         LabelsAt(metadata, *metadata.FindDesc(kMetric), instance, At(t)))
      text += label.name + "=" + std::string(label.value) + (label.optional ? "? " : " ");
    return text;
  }
  void SetUp() override {
    test::ArchiveBuilder archive(directory_ / "a", Version::k3);
    const auto set = [&](double t, LabelLevel level, std::uint32_t id,
                         const std::vector<test::Labels>& sets) {
      archive.LabelSets(At(t), level, id, sets);
    };
    archive.Metric({.name = "toy.x", .id = kMetric, .indom = kDomain})
        .InDom(At(0), kDomain, {{1, "one"}, {2, "two"}});
    set(0, LabelLevel::kContext, 0xffffffff, {{{{"host", "\"h\""}, {"level", "1"}}}});
    set(0, LabelLevel::kDomain, 60, {{{{"agent", "\"toy\""}, {"level", "2"}}}});
    set(0, LabelLevel::kInDom, kDomain.value, {{{{"level", "3"}}}});
    set(0, LabelLevel::kCluster, MetricId::Build(60, 3, 0).value,
        {{{{"level", "4"}, {"note", "\"n\"", true}}}});
    set(0, LabelLevel::kInstances, kDomain.value, {{{{"level", "6"}}, 1}, {{}, 2}});
    archive.Record(At(0), {{kMetric, {{1, std::int64_t{1}}, {2, std::int64_t{2}}}}});
    set(10, LabelLevel::kItem, kMetric.value, {{{{"level", "5"}}}});
    archive.Record(At(10), {{kMetric, {{1, std::int64_t{1}}}}});
    archive.Close();
    archive_ = std::move(*Archive::Open(directory_ / "a"));
  }

  test::TempDirectory directory_;
  std::unique_ptr<Archive> archive_;
};

TEST_F(LabelHierarchyTest, TheLaterLevelWins) {
  EXPECT_EQ(LabelsOf(std::nullopt, 0), R"(agent="toy" host="h" level=4 note="n"? )");
  EXPECT_EQ(LabelsOf(1, 0), R"(agent="toy" host="h" level=6 note="n"? )");
  EXPECT_EQ(LabelsOf(2, 0), R"(agent="toy" host="h" level=4 note="n"? )");
}

TEST_F(LabelHierarchyTest, LabelsAreThoseOfTheTime) {
  EXPECT_EQ(LabelsOf(std::nullopt, -1), "");
  EXPECT_EQ(LabelsOf(2, 9), R"(agent="toy" host="h" level=4 note="n"? )");
  EXPECT_EQ(LabelsOf(2, 10), R"(agent="toy" host="h" level=5 note="n"? )");
}

}  // namespace
}  // namespace fdr

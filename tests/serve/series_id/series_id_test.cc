// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/id/series_id.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/series/id/series_labels.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;
using test::Label;
using test::Labels;

constexpr MetricId kLoad = MetricId::Build(60, 2, 7), kCount = MetricId::Build(60, 2, 1);
constexpr InDomId kDomain = InDomId::Build(60, 2);

// As pminfo 6.0.3 printed them for a host.
constexpr const char* kHost =
    R"("domainname":"localdomain","hostname":"vm","machineid":"3d1219c7c4c5404aaa1f6d2a48adfda4"})";

TEST(SeriesIdTest, IsThatOfThePeer) {
  const std::string host = std::string("{") + kHost;
  const std::string agent = std::string(R"({"agent":"linux",)") + kHost;
  const Desc load{kLoad, Type::kFloat, kDomain, Semantics::kInstant, {}};
  EXPECT_EQ(SourceSeriesId(host), "81540769f309cae4b59d5d434d6bb15a19c0e014");
  EXPECT_EQ(MetricSeriesId("kernel.all.load", agent, load),
            "8e183fa35f854031788fa180d0132ff054c97029");
  EXPECT_EQ(InstanceSeriesId("1 minute", agent), "08446f0388e503f18840db26c768c0a3a120c225");
}

TEST(SeriesIdTest, OfNoLabelsIsThatOfNull) {
  EXPECT_EQ(SourceSeriesId(""), SourceSeriesId("null"));
  EXPECT_EQ(InstanceSeriesId("a", ""), InstanceSeriesId("a", "null"));
}

class SeriesLabelsTest : public testing::Test {
 protected:
  SeriesLabelsTest() {
    const auto one = [](std::vector<Label> labels, InstanceId instance = kSingular) {
      return std::vector<Labels>{{std::move(labels), instance}};
    };
    test::ArchiveBuilder archive(base_);
    archive.Metric({.name = "toy.load", .id = kLoad, .type = Type::kFloat, .indom = kDomain})
        .Metric({.name = "toy.count", .id = kCount})
        .InDom(At(0), kDomain, {{1, "one"}, {2, "two"}})
        .LabelSets(At(0), LabelLevel::kContext, kContextId,
                   one({{"extra", "1", true}, {"hostname", "\"toy\""}}))
        .LabelSets(At(0), LabelLevel::kDomain, 60, one({{"agent", "\"linux\""}}))
        .LabelSets(At(0), LabelLevel::kInDom, kDomain.value, one({{"space", "[1,2]"}}))
        .LabelSets(At(0), LabelLevel::kCluster, MetricId::Build(60, 2, 0).value,
                   one({{"cluster", "\"two\""}}))
        .LabelSets(At(0), LabelLevel::kItem, kLoad.value, one({{"agent", "\"other\""}}))
        .LabelSets(At(0), LabelLevel::kInstances, kDomain.value, one({{"wave", "530"}}, 1))
        .Record(At(0), {{kLoad, {{1, 1.0}, {2, 2.0}}}})
        .Close();
    context_ = std::move(*ArchiveContext::Open(base_));
  }

  Desc DescOf(MetricId id) { return *context_->DescOf(id); }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(SeriesLabelsTest, OptionalOnesAreNotInTheIdentifierOfASource) {
  const Result<SeriesLabels> labels = LabelsOfSource(*context_).OfSource();
  ASSERT_TRUE(labels);
  EXPECT_EQ(labels->all, R"({"extra":1,"hostname":"toy"})");
  EXPECT_EQ(labels->of_series, R"({"hostname":"toy"})");
}

TEST_F(SeriesLabelsTest, LowerLevelsWin) {
  const Result<SeriesLabels> labels = LabelsOfSource(*context_).OfMetric(DescOf(kLoad));
  ASSERT_TRUE(labels);
  EXPECT_EQ(labels->all,
            R"({"agent":"other","cluster":"two","extra":1,"hostname":"toy","space":[1,2]})");
  EXPECT_EQ(labels->of_series, R"({"agent":"other","hostname":"toy","space":[1,2]})");
}

TEST_F(SeriesLabelsTest, SingularMetricsHaveNoneOfADomain) {
  const Result<SeriesLabels> labels = LabelsOfSource(*context_).OfMetric(DescOf(kCount));
  ASSERT_TRUE(labels);
  EXPECT_EQ(labels->of_series, R"({"agent":"linux","hostname":"toy"})");
}

TEST_F(SeriesLabelsTest, InstancesHaveThoseOfTheirDomainWithOptionalOnes) {
  const Result<InstanceLabels> labels = LabelsOfSource(*context_).OfInstances(kDomain);
  ASSERT_TRUE(labels);
  EXPECT_EQ(labels->Of(1),
            R"({"agent":"linux","extra":1,"hostname":"toy","space":[1,2],"wave":530})");
  EXPECT_EQ(labels->Of(2), R"({"agent":"linux","extra":1,"hostname":"toy","space":[1,2]})");
  ASSERT_NE(labels->OwnOf(1), nullptr);
  EXPECT_EQ(labels->OwnOf(1)->json, R"({"wave":530})");
  EXPECT_EQ(labels->OwnOf(2), nullptr);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The built-in collector shows the metrics of programs among its own.

#include <gtest/gtest.h>

#include <filesystem>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/pdu/collector_change.h"
#include "fdr/tests/mmv/mmv_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::ToyMmv;
using Names = std::vector<std::string>;

class ApplicationsTest : public testing::Test {
 protected:
  ApplicationsTest() { std::filesystem::create_directory(directory_ / "mmv"); }

  void Write(const std::string& name, const ToyMmv& toy) const {
    test::WriteFile(directory_ / "new", toy.Build());
    std::filesystem::rename(directory_ / "new", directory_ / ("mmv/" + name));
  }
  LocalContext& context() {
    if (context_ == nullptr)
      context_ = std::move(
          *LocalContext::Open({.clock = [this] { return clock_; },
                               .mmv = directory_ / "mmv",
                               .log = [this](const std::string& line) { log_ += line; }}));
    return *context_;
  }
  FetchResult Fetch(const std::string& name, const Profile& profile = {}) {
    FetchResult result;
    const MetricId id = context().Find(name).value();
    EXPECT_TRUE(context().Fetch(std::span(&id, 1), profile, result));
    return result;
  }

  test::TempDirectory directory_;
  Timestamp clock_{1'700'000'000, 500'000'000};
  std::string log_;
  std::unique_ptr<LocalContext> context_;
};

const ToyMmv kShop{.cluster = 100,
                   .indoms = {{.serial = 1, .instances = {{0, "in"}, {5, "out"}}}},
                   .metrics = {{.name = "hits", .item = 1, .values = {{.bits = 17}}},
                               {.name = "queue",
                                .item = 2,
                                .serial = 1,
                                .values = {{.bits = 3, .instance = 0}, {.bits = 4, .instance = 5}}},
                               {.name = "time",
                                .item = 3,
                                .type = 9,
                                .values = {{.bits = 250, .extra = -1'700'000'000'000'000}}}}};

TEST_F(ApplicationsTest, HasNamesThatComeAndGo) {
  EXPECT_EQ(*context().Traverse("mmv"),
            (Names{"mmv.control.files", "mmv.control.debug", "mmv.control.reload"}));
  EXPECT_EQ(context().TakeChanges(), 0u);
  Write("shop", kShop);
  EXPECT_EQ(context().Traverse("mmv.shop")->size(), 3u);
  EXPECT_EQ(context().TakeChanges(), std::uint32_t{kNamesChanged | kLabelsChanged});
  EXPECT_EQ(context().TakeChanges(), 0u);
  const MetricId hits = context().Find("mmv.shop.hits").value();
  EXPECT_EQ(hits, MetricId::Build(70, 100, 1));
  EXPECT_EQ(*context().NamesOf(hits), Names{"mmv.shop.hits"});
  std::filesystem::remove(directory_ / "mmv/shop");
  FetchResult result;
  EXPECT_TRUE(context().Fetch(std::span(&hits, 1), result));
  EXPECT_EQ(result.sets()[0].status, SetStatus::kUnknownMetric);
  EXPECT_EQ(context().TakeChanges(), std::uint32_t{kNamesChanged | kLabelsChanged});
  EXPECT_FALSE(context().Find("mmv.shop.hits"));
  EXPECT_FALSE(context().DescOf(hits));
  EXPECT_TRUE(context().Find("kernel.all.load"));
}

TEST_F(ApplicationsTest, FetchesValues) {
  Write("shop", kShop);
  FetchResult result = Fetch("mmv.shop.hits");
  ASSERT_EQ(result.AllValues().size(), 1u);
  EXPECT_EQ(result.AllValues()[0].bits, 17u);
  EXPECT_EQ(result.AllValues()[0].instance, kSingular);
  result = Fetch("mmv.shop.time");
  EXPECT_EQ(result.AllValues()[0].bits, 250u + 500'000);
  result = Fetch("mmv.control.files");
  EXPECT_EQ(result.AllValues()[0].Word(), 1u);
}

TEST_F(ApplicationsTest, ReturnsTheInstancesOfTheProfile) {
  Write("shop", kShop);
  const Desc desc = *context().DescOf(context().Find("mmv.shop.queue").value());
  EXPECT_EQ(desc.indom, InDomId::Build(70, 100 << 11 | 1));
  EXPECT_EQ(context().Instances(desc.indom)->size(), 2u);
  EXPECT_EQ(Fetch("mmv.shop.queue").AllValues().size(), 2u);
  Profile profile;
  profile.Set(desc.indom, false);
  profile.Include(desc.indom, {5});
  const FetchResult result = Fetch("mmv.shop.queue", profile);
  ASSERT_EQ(result.AllValues().size(), 1u);
  EXPECT_EQ(result.AllValues()[0].bits, 4u);
}

TEST_F(ApplicationsTest, AFileThatShrinksHasNoValues) {
  Write("shop", kShop);
  const MetricId hits = context().Find("mmv.shop.hits").value();
  std::filesystem::resize_file(directory_ / "mmv/shop", 100);
  FetchResult result;
  EXPECT_TRUE(context().Fetch(std::span(&hits, 1), result));
  EXPECT_TRUE(result.AllValues().empty());
  EXPECT_TRUE(context().Fetch(std::span(&hits, 1), result));
  EXPECT_EQ(result.sets()[0].status, SetStatus::kUnknownMetric);
  EXPECT_NE(log_.find("shop is refused"), std::string::npos);
}

TEST_F(ApplicationsTest, OfTwoMetricsWithOneNameTheFirstCounts) {
  Write("a", {.flags = 1, .cluster = 7, .metrics = {{.name = "x", .values = {{.bits = 1}}}}});
  Write("b", {.flags = 1, .cluster = 8, .metrics = {{.name = "x", .values = {{.bits = 2}}}}});
  EXPECT_EQ(Fetch("mmv.x").AllValues()[0].bits, 1u);
  EXPECT_NE(log_.find("mmv.x exists already"), std::string::npos);
  EXPECT_FALSE(context().DescOf(MetricId::Build(70, 8, 1)));
}

TEST_F(ApplicationsTest, LabelsWhatTheFileLabels) {
  Write("l", {.version = 3,
              .cluster = 9,
              .metrics = {{.name = "x"}},
              .labels = {{.flags = 8, .json = R"({"z":1})"},
                         {.flags = 8, .json = R"({"a":{"b":true,"c":"d"}})"}}});
  const auto sets = context().Labels(LabelLevel::kCluster, MetricId::Build(70, 9, 0).value);
  ASSERT_EQ(sets->size(), 1u);
  EXPECT_EQ(sets->front().json, R"({"a.b":true,"a.c":"d","z":1})");
  EXPECT_EQ(context().Labels(LabelLevel::kDomain, 70)->front().json, R"({"agent":"mmv"})");
  EXPECT_TRUE(context().Labels(LabelLevel::kItem, MetricId::Build(70, 9, 1).value)->empty());
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/statistic_metrics.h"

#include <gtest/gtest.h>

#include <set>

#include "fdr/replay/units/rate_units.h"

namespace fdr {
namespace {

constexpr StatisticsWanted kAll{.min = true, .max = true, .mean = true, .rates = true};

std::string TextOf(const Desc& desc, const StatisticsWanted& wanted = kAll,
                   const std::set<MetricId>& taken = {}) {
  std::string text;
  for (const StatisticMetric& one :
       StatisticsOf(desc, "a.b", wanted, [&](MetricId id) { return taken.contains(id); }))
    text += one.name + " " + ToString(one.desc.id) + " " + ToString(one.desc.type) + " " +
            ToString(one.desc.units) + "; ";
  return text;
}

Desc Instant(MetricId id, Type type = Type::kU32) {
  return {.id = id, .type = type, .units = {.dim_space = 1, .scale_space = 1}};
}

TEST(StatisticMetrics, IdentifiersAreThoseOfOtherClusters) {
  EXPECT_EQ(TextOf(Instant(MetricId::Build(60, 1, 5))),
            "fdr.a.b.min 60.1025.5 32-bit unsigned int Kbyte; fdr.a.b.max 60.2049.5 32-bit "
            "unsigned int Kbyte; fdr.a.b.mean 60.3073.5 double Kbyte; ");
  EXPECT_EQ(TextOf(Instant(MetricId::Build(60, 1, 5)), {.max = true}),
            "fdr.a.b.max 60.2049.5 32-bit unsigned int Kbyte; ");
}

TEST(StatisticMetrics, OthersAreHashed) {
  const std::string high = TextOf(Instant(MetricId::Build(75, 1024, 5)), {.min = true});
  EXPECT_TRUE(high.starts_with("fdr.a.b.min 75.")) << high;
  EXPECT_EQ(high, TextOf(Instant(MetricId::Build(75, 4000, 7)), {.min = true}));
  Desc derived = Instant(MetricId::Build(511, 1, 5));
  EXPECT_TRUE(TextOf(derived).starts_with("fdr.a.b.min 385."));
  derived.indom = InDomId::Build(60, 25);
  EXPECT_TRUE(TextOf(derived).starts_with("fdr.a.b.min 60."));
}

TEST(StatisticMetrics, WhatIsTakenIsPassedOver) {
  const MetricId of = MetricId::Build(75, 1, 5);
  const MetricId near = MetricId::Build(75, 1025, 5);
  const auto first =
      StatisticsOf(Instant(of), "a.b", {.min = true}, [&](MetricId id) { return id == near; });
  ASSERT_EQ(first.size(), 1u);
  EXPECT_NE(first[0].desc.id, near);
  const auto second = StatisticsOf(Instant(of), "a.b", {.min = true}, [&](MetricId id) {
    return id == near || id == first[0].desc.id;
  });
  EXPECT_EQ(second[0].desc.id.value, first[0].desc.id.value + 1);
}

TEST(StatisticMetrics, CountersHaveRates) {
  Desc counter{.id = MetricId::Build(60, 1, 5),
               .type = Type::kU64,
               .semantics = Semantics::kCounter,
               .units = {.dim_space = 1}};
  EXPECT_EQ(TextOf(counter),
            "fdr.a.b.min 60.1025.5 double byte / sec; fdr.a.b.max 60.2049.5 double byte / sec; ");
  counter.units = {.dim_time = 1, .scale_time = kMillisecondScale};
  EXPECT_EQ(TextOf(counter), "fdr.a.b.min 60.1025.5 double ; fdr.a.b.max 60.2049.5 double ; ");
  EXPECT_EQ(RateScale(counter.units), 0.001);
  EXPECT_EQ(TextOf(counter, {.min = true, .max = true, .mean = true}), "");
  counter.units = {.dim_time = -1, .scale_time = kSecondScale};
  EXPECT_EQ(TextOf(counter), "");
}

TEST(RateUnits, AreInSecondsOrNone) {
  EXPECT_EQ(UnitsOfRate({.dim_time = 1, .scale_time = kMillisecondScale}), Units());
  EXPECT_EQ(UnitsOfRate({.dim_time = 2, .scale_time = kMillisecondScale}),
            (Units{.dim_time = 1, .scale_time = kSecondScale}));
}

TEST(StatisticMetrics, OthersHaveNone) {
  EXPECT_EQ(TextOf(Instant(MetricId::Build(60, 1, 5), Type::kString)), "");
  Desc discrete = Instant(MetricId::Build(60, 1, 5));
  discrete.semantics = Semantics::kDiscrete;
  EXPECT_EQ(TextOf(discrete), "");
}

TEST(StatisticMetrics, NamesAreKnown) {
  EXPECT_EQ(StatisticIn("fdr.a.b.min"), Statistic::kMin);
  EXPECT_EQ(StatisticIn("fdr.a.mean"), Statistic::kMean);
  for (const char* name : {"fdr.max", "a.b.max", "fdr.a.maximum", "fdr.a.b", ""})
    EXPECT_FALSE(StatisticIn(name)) << name;
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The expected numbers are those of pmrep 6.0.3 for the same files.

#include <gtest/gtest.h>

#include "fdr/replay/reports/instance_filter.h"
#include "fdr/replay/reports/report_scale.h"
#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

constexpr Units kMilliseconds = {.dim_time = 1, .scale_time = kMillisecondScale};
constexpr Units kKilobytes = {.dim_space = 1, .scale_space = 1};
constexpr Units kCount = {.dim_count = 1};

Desc Counter(const Units& units) {
  return {
      .id = {}, .type = Type::kU64, .indom = {}, .semantics = Semantics::kCounter, .units = units};
}
Desc Gauge(const Units& units) {
  return {
      .id = {}, .type = Type::kU64, .indom = {}, .semantics = Semantics::kInstant, .units = units};
}

// "rate 0.001 sec": how a metric is shown in a unit.
std::string Show(const Desc& desc, const std::string& unit, const std::string& type = "",
                 const ReportOptions& options = {}) {
  const auto scale = ScaleOf(desc, {.metric = "m", .unit = unit, .type = type}, options);
  if (!scale) return scale.error().what;
  char factor[40];
  std::snprintf(factor, sizeof factor, "%.6g", scale->factor);
  const std::string units = scale->written.empty() ? ToString(scale->units) : scale->written;
  return std::string(scale->is_rate ? "rate " : "") + factor + (units.empty() ? "" : ' ' + units);
}

TEST(ReportScaleTest, CountersAreShownPerSecond) {
  EXPECT_EQ(Show(Counter(kCount), ""), "rate 1 count / sec");
  EXPECT_EQ(Show(Counter(kKilobytes), ""), "rate 1 Kbyte / sec");
  EXPECT_EQ(Show(Counter(kMilliseconds), ""), "rate 1 millisec / sec");
  EXPECT_EQ(Show(Counter({}), ""), "rate 1 / sec");
  EXPECT_EQ(Show(Gauge(kKilobytes), ""), "1 Kbyte");
}

TEST(ReportScaleTest, AUnitConvertsTheCounterOrItsRate) {
  EXPECT_EQ(Show(Counter(kMilliseconds), "s"), "rate 0.001");
  EXPECT_EQ(Show(Counter(kMilliseconds), "ms/s"), "rate 1 ms/s");
  EXPECT_EQ(Show(Counter(kMilliseconds), "s/s"), "rate 0.001");
  EXPECT_EQ(Show(Counter(kMilliseconds), "s/min"), "rate 0.06 s/min");
  EXPECT_EQ(Show(Counter(kMilliseconds), "2 s"), "rate 0.0005 2 s / sec");
  EXPECT_EQ(Show(Counter(kMilliseconds), "us"), "rate 1000 us / sec");
  EXPECT_EQ(Show(Counter(kCount), "count/min"), "rate 60 count / min");
  EXPECT_EQ(Show(Counter(kCount), "/s"), "rate 1 / sec");
  EXPECT_EQ(Show(Counter(kCount), "count x 10"), "rate 0.1 count x 10 / sec");
  EXPECT_EQ(Show(Counter(kKilobytes), "MB"), "rate 0.000976562 Mbyte / sec");
  EXPECT_EQ(Show(Counter(kKilobytes), "byte/s"), "rate 1024 byte / sec");
  EXPECT_EQ(Show(Gauge(kKilobytes), "2 KB"), "0.5 2 KB");
}

TEST(ReportScaleTest, RawCountersAreNoRatesUnlessTheUnitIsOne) {
  EXPECT_EQ(Show(Counter(kKilobytes), "", "raw"), "1 Kbyte");
  EXPECT_EQ(Show(Counter(kMilliseconds), "s", "raw"), "0.001 sec");
  EXPECT_EQ(Show(Counter(kMilliseconds), "s/s", "raw"), "rate 0.001");
  ReportOptions options;
  options.type_prefer = "raw";
  EXPECT_EQ(Show(Counter(kCount), "", "", options), "1 count");
  EXPECT_EQ(Show(Counter(kCount), "", "default", options), "rate 1 count / sec");
  options.type = "raw";
  EXPECT_EQ(Show(Counter(kCount), "", "default", options), "1 count");
}

TEST(ReportScaleTest, UnitsOfARateMakeARateOfAnyMetric) {
  EXPECT_EQ(Show(Gauge(kKilobytes), "KB/s"), "rate 1 Kbyte / sec");
  EXPECT_EQ(Show(Gauge({}), "/s"), "rate 1 / sec");
}

TEST(ReportScaleTest, OptionsScaleMetricsOfOneDimension) {
  ReportOptions options;
  options.space_scale = "MB";
  options.time_scale = "s";
  EXPECT_EQ(Show(Gauge(kKilobytes), "", "", options), "0.000976562 Mbyte");
  EXPECT_EQ(Show(Gauge(kKilobytes), "KB", "", options), "1 Kbyte");
  EXPECT_EQ(Show(Counter(kMilliseconds), "", "", options), "rate 0.001");
  EXPECT_EQ(Show(Gauge({.dim_space = 1, .dim_count = -1}), "", "", options), "1 byte / count");
  options.space_scale_force = "GB";
  EXPECT_EQ(Show(Gauge(kKilobytes), "KB", "", options), "9.53674e-07 Gbyte");
}

TEST(ReportScaleTest, AUnitThatDoesNotFitIsAnError) {
  EXPECT_EQ(Show(Counter(kCount), "KB"), "m has no values in \"KB\", but in count");
  EXPECT_EQ(Show(Gauge(kKilobytes), "s"), "m has no values in \"s\", but in Kbyte");
  EXPECT_TRUE(Show(Gauge(kKilobytes), "parsec").starts_with("not a unit: \"parsec\": "));
}

TEST(ReportScaleTest, DecimalsComeFromTheMetricOrTheOptions) {
  ReportOptions options;
  EXPECT_EQ(DecimalsOf({.metric = "m"}, options), 3);
  options.precision = 1;
  EXPECT_EQ(DecimalsOf({.metric = "m"}, options), 1);
  EXPECT_EQ(DecimalsOf({.metric = "m", .precision = 2}, options), 2);
  options.precision_force = 0;
  EXPECT_EQ(DecimalsOf({.metric = "m", .precision = 2}, options), 0);
}

bool Matches(const std::string& list, const std::string& instance) {
  const auto filter = InstanceFilter::Parse(list);
  EXPECT_EQ(test::ErrorOf(filter), "");
  return filter && filter->Matches(instance);
}

TEST(InstanceFilterTest, NamesAndExpressionsMatchWholeNames) {
  EXPECT_TRUE(Matches("", "any"));
  EXPECT_TRUE(Matches("sda", "sda"));
  EXPECT_FALSE(Matches("sd", "sda"));
  EXPECT_FALSE(Matches("da", "sda"));
  EXPECT_TRUE(Matches("sd.*", "sda"));
  EXPECT_TRUE(Matches("sd[ab]|nvme\\d+n\\d", "nvme10n1"));
  EXPECT_FALSE(Matches("1 min", "1 minute"));
  EXPECT_TRUE(Matches(". minute", "5 minute"));
  EXPECT_FALSE(Matches(". minute", "15 minute"));
  EXPECT_TRUE(Matches("(1 minute|15 minute)", "15 minute"));
}

TEST(InstanceFilterTest, SetsMayHaveEscapes) {
  EXPECT_TRUE(Matches("[\\d] minute", "5 minute"));
  EXPECT_TRUE(Matches("[a\\d]+", "a1"));
  EXPECT_FALSE(Matches("[^\\d]", "1"));
  EXPECT_TRUE(Matches("[]\\d]+", "]1"));
  EXPECT_TRUE(Matches("[[:alpha:]\\d]+\\d", "a11"));
  EXPECT_FALSE(Matches("[\\d]", "["));
  EXPECT_TRUE(Matches("[\\w-]+[\\s]x", "a_1-b x"));
  EXPECT_TRUE(Matches("[a]\\d\\D", "a1b"));
}

TEST(InstanceFilterTest, TooManyExpressionsAreRefused) {
  std::string list;
  for (int i = 0; i < 1000; ++i) list += "a,";
  EXPECT_TRUE(Matches(list, "a"));
  EXPECT_EQ(test::ErrorOf(InstanceFilter::Parse(list + "a")),
            "more than 1,000 instances: expressions such as \"sd.*\" name many at once");
}

TEST(InstanceFilterTest, AListHasCommasAndQuotes) {
  for (const std::string list :
       {"1 minute,5 minute", "'1 minute','5 minute'", "\"1 minute\", \"5 minute\"",
        "\"'1 minute','5 minute'\"", "\"1 minute,5 minute\""}) {
    EXPECT_TRUE(Matches(list, "1 minute")) << list;
    EXPECT_TRUE(Matches(list, "5 minute")) << list;
    EXPECT_FALSE(Matches(list, "15 minute")) << list;
  }
  EXPECT_TRUE(Matches("'a{1,2}'", "aa"));
}

TEST(InstanceFilterTest, ProcessesHaveIdentifiersAndCommands) {
  const std::string process = "001234 /usr/bin/postgres -D /data";
  EXPECT_TRUE(Matches("1234", process));
  EXPECT_TRUE(Matches("postgres", process));
  EXPECT_FALSE(Matches("123", process));
  EXPECT_FALSE(Matches("postgre", process));
  EXPECT_TRUE(Matches(".*postgre.*", process));
}

TEST(InstanceFilterTest, AnExpressionWithAnErrorIsRefused) {
  EXPECT_NE(test::ErrorOf(InstanceFilter::Parse("a,(b")), "");
  EXPECT_NE(test::ErrorOf(InstanceFilter::Parse("[")), "");
}

}  // namespace
}  // namespace fdr

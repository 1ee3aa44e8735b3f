// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/metrics_text.h"

#include "fdr/replay/text/prometheus_name.h"
#include "fdr/tests/serve/web_api/pmapi_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kSource = "hostspec=archive:toyhost";

TEST_F(PmapiTest, MetricsAreText) {
  HttpResponse response = Ask(std::string("/metrics?") + kSource);
  EXPECT_EQ(response.type, "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_EQ(BodyOf(std::move(response)),
            "# PCP5 toy.count 60.0.1 u64 PM_INDOM_NULL counter count\n"
            "# TYPE toy_count counter\n"
            "toy_count{agent=\"toy\",hostname=\"toyhost\"} 3000\n"
            "# PCP5 toy.load 60.2.0 float 60.2 instant none\n"
            "# HELP toy_load how \"busy\"\\nit is\n"
            "# TYPE toy_load gauge\n"
            "toy_load{agent=\"toy\",hostname=\"toyhost\",instid=\"1\",instname=\"one\","
            "rank=\"[1,\\\"x\\\"]\"} 1.5\n"
            "toy_load{agent=\"toy\",hostname=\"toyhost\",instid=\"2\",instname=\"two\"} +Inf\n");
}

TEST_F(PmapiTest, OpenMetricsHasOtherNamesOfCounters) {
  accept_ = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5";
  HttpResponse response = Ask(std::string("/metrics?times=true&names=toy.count&") + kSource);
  EXPECT_EQ(response.type, "application/openmetrics-text; version=1.0.0; charset=utf-8");
  EXPECT_EQ(BodyOf(std::move(response)),
            "# TYPE toy_count counter\n"
            "toy_count_total{agent=\"toy\",hostname=\"toyhost\"} 3000 1700000010.000000000\n"
            "# EOF\n");
}

TEST_F(PmapiTest, MetricsOfAContextMayHaveTimes) {
  const std::string number = NewContext(kSource);
  EXPECT_EQ(Get("/pmapi/" + number + "/metrics?names=toy.count&times=true&time=1700000005"),
            "# PCP5 toy.count 60.0.1 u64 PM_INDOM_NULL counter count\n"
            "# TYPE toy_count counter\n"
            "toy_count{agent=\"toy\",hostname=\"toyhost\"} 2000 1700000005000\n");
}

TEST_F(PmapiTest, MetricsMayBeFiltered) {
  const auto names = [&](const std::string& parameters) {
    const std::string text = Get("/metrics?" + parameters + "&" + kSource);
    return std::string(text.find("toy_load") != std::string::npos ? "load " : "") +
           (text.find("toy_count") != std::string::npos ? "count" : "");
  };
  EXPECT_EQ(names("filter=toy.c*&match=glob"), "count");
  EXPECT_EQ(names("filter=load$&match=regex"), "load ");
  EXPECT_EQ(names("filter=toy.load,toy.count"), "load count");
  EXPECT_EQ(names("names=toy.load&filter=toy.count"), "");
  EXPECT_EQ(Refusal(std::string("/metrics?names=no.such&") + kSource),
            "400 {\"context\":1004,\"message\":\"'no.such' - Unknown metric name\","
            "\"success\":false}");
}

TEST(MetricsTextTest, TheFormatIsTheOneWithTheHighestQuality) {
  EXPECT_EQ(FormatFor(""), MetricsFormat::kPrometheus);
  EXPECT_EQ(FormatFor("*/*"), MetricsFormat::kPrometheus);
  EXPECT_EQ(FormatFor("text/plain"), MetricsFormat::kPrometheus);
  EXPECT_EQ(FormatFor("application/openmetrics-text"), MetricsFormat::kOpenMetrics);
  EXPECT_EQ(FormatFor("application/openmetrics-text;q=0.1,text/plain;q=0.5"),
            MetricsFormat::kPrometheus);
  EXPECT_EQ(FormatFor("application/openmetrics-text;version=1.0.0,"
                      "application/openmetrics-text;version=0.0.1;q=0.75,"
                      "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"),
            MetricsFormat::kOpenMetrics);
}

TEST(MetricsTextTest, NamesHaveNoDots) {
  EXPECT_EQ(PrometheusName("kernel.all.load"), "kernel_all_load");
  EXPECT_EQ(PrometheusName("9p.x-y"), "_9p_x_y");
}

TEST(MetricsTextTest, LabelsAreSortedAndEscaped) {
  const auto label = [](const char* name, const char* value) {
    return MergeLabel{{.name = name, .value = value}, {}};
  };
  const NamedInstance instance{7, "a\"b\\c\n\xff"};
  const MetricsLabels two({label("z.z", "1"), label("a", "\"q\\\"\\u00e9\"")});
  EXPECT_EQ(two.With(instance),
            "{a=\"q\\\"\xc3\xa9\",instid=\"7\",instname=\"a\\\"b\\\\c\\n\xef\xbf\xbd\",z_z=\"1\"}");
  EXPECT_EQ(two.Alone(), "{a=\"q\\\"\xc3\xa9\",z_z=\"1\"}");
  EXPECT_EQ(MetricsLabels({}).Alone(), "");
  EXPECT_EQ(MetricsLabels({}).With({1, "x"}), "{instid=\"1\",instname=\"x\"}");
}

TEST(MetricsTextTest, ThoseOfTheInstanceComeBeforeOthersOfTheirNames) {
  const auto label = [](const char* name) { return MergeLabel{{.name = name, .value = "2"}, {}}; };
  const MetricsLabels labels({label("instid"), label("insti"), label("instk"), label("instname")});
  EXPECT_EQ(labels.With({1, "x"}), "{insti=\"2\",instid=\"1\",instk=\"2\",instname=\"x\"}");
  EXPECT_EQ(labels.Alone(), "{insti=\"2\",instid=\"2\",instk=\"2\",instname=\"2\"}");
}

}  // namespace
}  // namespace fdr::test

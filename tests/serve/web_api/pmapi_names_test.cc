// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What there is: /pmapi/metric, /pmapi/indom and /pmapi/children.

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/tests/serve/web_api/pmapi_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kCountText =
    "{\"name\":\"toy.count\",\"series\":\"SERIES\",\"pmid\":\"60.0.1\",\"type\":\"u64\","
    "\"sem\":\"counter\",\"units\":\"count\","
    "\"labels\":{\"agent\":\"toy\",\"hostname\":\"toyhost\"},"
    "\"text-oneline\":\"\",\"text-help\":\"\"}";

std::string Count() {
  const Desc desc{
      MetricId::Build(60, 0, 1), Type::kU64, {}, Semantics::kCounter, Units{.dim_count = 1}};
  std::string text = kCountText;
  return text.replace(text.find("SERIES"), 6,
                      MetricSeriesId("toy.count", R"({"agent":"toy","hostname":"toyhost"})", desc));
}

std::string Of(const std::string& url) {
  return url + (url.find('?') == std::string::npos ? "?" : "&") + "hostspec=archive:toyhost";
}

TEST_F(PmapiTest, AMetricIsDescribed) {
  EXPECT_EQ(GetAfterContext(Of("/pmapi/metric?names=toy.count")),
            ",\"metrics\":[" + Count() + "]}");
  const std::string load = GetAfterContext(Of("/pmapi/metric?name=toy.load"));
  EXPECT_NE(load.find("\"pmid\":\"60.2.0\",\"indom\":\"60.2\",\"type\":\"float\","
                      "\"sem\":\"instant\",\"units\":\"none\","),
            std::string::npos);
  EXPECT_NE(load.find("\"text-oneline\":\"how \\\"busy\\\"\\nit is\""), std::string::npos);
}

TEST_F(PmapiTest, ANameStandsForAllBelow) {
  const std::string all = GetAfterContext(Of("/pmapi/metric"));
  EXPECT_EQ(GetAfterContext(Of("/pmapi/metric?prefix=toy")), all);
  EXPECT_EQ(GetAfterContext(Of("/pmapi/metric?names=toy")), all);
  EXPECT_NE(all.find(Count()), std::string::npos);
  EXPECT_NE(all.find("\"name\":\"toy.name\""), std::string::npos);
}

TEST_F(PmapiTest, NumbersOfMetricsAreNamesToo) {
  EXPECT_EQ(GetAfterContext(Of("/pmapi/metric?pmids=60.0.1,1.2.3")),
            ",\"metrics\":[" + Count() +
                ",{\"name\":\"1.2.3\",\"message\":\"Unknown or illegal metric identifier\","
                "\"success\":false}]}");
}

TEST_F(PmapiTest, OneUnknownNameOfSeveralIsAnElement) {
  const std::string unknown =
      "{\"name\":\"no.such\",\"message\":\"Unknown metric name\",\"success\":false}";
  EXPECT_EQ(GetAfterContext(Of("/pmapi/metric?names=toy.count,no.such")),
            ",\"metrics\":[" + Count() + "," + unknown + "]}");
  EXPECT_EQ(GetAfterContext(Of("/pmapi/metric?names=no.such,no.such")),
            ",\"metrics\":[" + unknown + "," + unknown + "]}");
  EXPECT_EQ(Refusal(Of("/pmapi/metric?names=no.such")),
            "400 {\"context\":1002,\"message\":\"no.such traversal failed - Unknown metric name\","
            "\"success\":false}");
}

TEST_F(PmapiTest, ADomainHasItsInstances) {
  const std::string head =
      ",\"indom\":\"60.2\",\"labels\":{\"agent\":\"toy\",\"hostname\":\"toyhost\"},"
      "\"text-oneline\":\"one and two\",\"instances\":[";
  const std::string one =
      "{\"instance\":1,\"name\":\"one\","
      "\"labels\":{\"agent\":\"toy\",\"hostname\":\"toyhost\",\"rank\":[1,\"x\"]}}";
  const std::string two =
      "{\"instance\":2,\"name\":\"two\","
      "\"labels\":{\"agent\":\"toy\",\"hostname\":\"toyhost\"}}";
  const std::string by_name = Of("/pmapi/indom?name=toy.load");
  EXPECT_EQ(GetAfterContext(by_name), head + one + "," + two + "]}");
  EXPECT_EQ(GetAfterContext(Of("/pmapi/indom?indom=60.2&instance=2,x")), head + two + "]}");
  EXPECT_EQ(GetAfterContext(by_name + "&iname=one,three"), head + one + "]}");
  EXPECT_EQ(GetAfterContext(by_name + "&iname=t*&match=glob"), head + two + "]}");
  EXPECT_EQ(GetAfterContext(by_name + "&iname=^o&match=regex"), head + one + "]}");
  EXPECT_EQ(GetAfterContext(by_name + "&instance=9"), head + "]}");
}

TEST_F(PmapiTest, AWrongDomainIsRefused) {
  const auto said = [&](const std::string& parameters, const std::string& message) {
    const std::string text = Refusal(Of("/pmapi/indom" + parameters));
    EXPECT_NE(text.find("\"message\":\"" + message), std::string::npos) << text;
  };
  said("?name=toy.count", "toy.count - metric has null indom\"");
  said("?name=no.such", "no.such - failed to lookup metric\"");
  said("?name=toy", "toy - failed to lookup metric\"");
  said("?indom=abc", "failed to lookup indom abc\"");
  said("", "missing parameter 'name' or 'indom'\"");
  said("?indom=60.2&iname=[&match=regex", "[ - invalid pattern");
}

TEST_F(PmapiTest, ChildrenAreLeavesAndNodes) {
  EXPECT_EQ(GetAfterContext(Of("/pmapi/children?prefix=toy")),
            ",\"name\":\"toy\",\"leaf\":[\"name\",\"count\",\"load\"],\"nonleaf\":[]}");
  EXPECT_EQ(GetAfterContext(Of("/pmapi/children?prefix=toy.load")),
            ",\"name\":\"toy.load\",\"leaf\":[],\"nonleaf\":[]}");
  EXPECT_NE(Refusal(Of("/pmapi/children?prefix=no"))
                .find("\"message\":\"child traversal failed - Unknown metric name\""),
            std::string::npos);
}

}  // namespace
}  // namespace fdr::test

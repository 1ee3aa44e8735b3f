// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/pmapi_service.h"

#include "fdr/tests/serve/web_api/pmapi_fixture.h"

namespace fdr::test {
namespace {

constexpr const char* kArchive = "hostspec=archive:toyhost";

std::string ForArchive(const std::string& url) {
  return url + (url.find('?') == std::string::npos ? "?" : "&") + kArchive;
}

TEST_F(PmapiTest, AContextTellsItsSource) {
  EXPECT_EQ(Get(ForArchive("/pmapi/context?client=a%22b")),
            "{\"context\":1000,\"client\":\"a\\\"b\","
            "\"source\":\"13fd98d3f86139071a33150fcaac755357efb336\",\"hostspec\":\"toyhost\","
            "\"labels\":{\"hostname\":\"toyhost\"}}");
}

TEST_F(PmapiTest, BodiesEndWithTheEndOfALine) {
  EXPECT_TRUE(Ask(ForArchive("/pmapi/context")).body.ends_with("}\r\n"));
  EXPECT_TRUE(Ask("/pmapi/fetch?context=1").body.ends_with("}\r\n"));
}

TEST_F(PmapiTest, AContextStandsInThePathOrBehindIt) {
  const std::string number = NewContext(kArchive);
  const std::string one = Get("/pmapi/" + number + "/children");
  EXPECT_EQ(one, Get("/pmapi/children?context=" + number));
  EXPECT_EQ(one, "{\"context\":" + number + ",\"name\":\"\",\"leaf\":[],\"nonleaf\":[\"toy\"]}");
}

TEST_F(PmapiTest, AContextEndsWhenItIsNotUsed) {
  const std::string url = "/pmapi/children?context=" + NewContext(kArchive);
  for (int i = 0; i < 3; ++i) {
    now_ += std::chrono::seconds(4);
    EXPECT_EQ(Ask(url).status, 200u) << i;
  }
  now_ += std::chrono::seconds(6);
  EXPECT_EQ(Refusal(url),
            "400 {\"context\":1000,\"message\":\"unknown context identifier: 1000\","
            "\"success\":false}");
}

TEST_F(PmapiTest, APolltimeoutMayHaveFractions) {
  const std::string url =
      "/pmapi/children?context=" + NewContext(std::string(kArchive) + "&polltimeout=0.5");
  now_ += std::chrono::milliseconds(400);
  EXPECT_EQ(Ask(url).status, 200u);
  now_ += std::chrono::milliseconds(600);
  EXPECT_EQ(Ask(url).status, 400u);
  EXPECT_EQ(Refusal("/pmapi/context?polltimeout=abc"),
            "400 {\"message\":\"invalid timeout requested in polltime\",\"success\":false}");
}

TEST_F(PmapiTest, WhatIsNoContextIsRefused) {
  EXPECT_EQ(Refusal("/pmapi/fetch?context=abc&names=toy.load"),
            "400 {\"message\":\"invalid context identifier: abc\",\"success\":false}");
  EXPECT_EQ(Refusal("/pmapi/99/fetch?names=toy.load"),
            "400 {\"context\":99,\"message\":\"unknown context identifier: 99\","
            "\"success\":false}");
  EXPECT_EQ(Ask("/pmapi/context?hostspec=archive:nobody").status, 400u);
  EXPECT_EQ(Ask("/pmapi/context?hostspec=/etc/passwd").status, 400u);
}

TEST_F(PmapiTest, OtherPathsAreNotFound) {
  for (const char* path : {"/pmapi", "/pmapi/", "/pmapi/nothing", "/pmapi/1/2/fetch", "/metrics/x"})
    EXPECT_EQ(Ask(path).status, 404u) << path;
}

TEST_F(PmapiTest, AFetchHasTheValuesOfTheLastSample) {
  EXPECT_EQ(Get(ForArchive("/pmapi/fetch?names=toy.load,no.such,toy.count,toy.name&client=x")),
            "{\"context\":1000,\"client\":\"x\",\"timestamp\":1700000010.000000000,\"values\":["
            "{\"pmid\":\"60.2.0\",\"name\":\"toy.load\",\"instances\":["
            "{\"instance\":1,\"value\":1.5}]},"
            "{\"pmid\":\"60.0.1\",\"name\":\"toy.count\",\"instances\":["
            "{\"instance\":null,\"value\":3000}]},"
            "{\"pmid\":\"60.0.2\",\"name\":\"toy.name\",\"instances\":["
            "{\"instance\":null,\"value\":\"a \\\"name\\\"\"}]}]}");
}

TEST_F(PmapiTest, AFetchTakesNumbersOfMetrics) {
  EXPECT_EQ(GetAfterContext(ForArchive("/pmapi/fetch?pmids=60.0.1,1.2.3,garbage&pmid=60.9999.1")),
            ",\"timestamp\":1700000010.000000000,\"values\":[{\"pmid\":\"60.0.1\",\"name\":"
            "\"toy.count\",\"instances\":[{\"instance\":null,\"value\":3000}]}]}");
  EXPECT_EQ(GetAfterContext(ForArchive("/pmapi/fetch?names=no.such,toy")),
            ",\"timestamp\":1700000010.000000000,\"values\":[]}");
  EXPECT_EQ(Refusal(ForArchive("/pmapi/fetch")),
            "400 {\"context\":1002,\"message\":\"missing parameter 'names' or 'pmids'\","
            "\"success\":false}");
}

TEST_F(PmapiTest, AContextOfAnArchiveKeepsItsPlace) {
  const std::string fetch = "/pmapi/fetch?names=toy.count&context=" + NewContext(kArchive);
  EXPECT_NE(Get(fetch + "&time=1700000005").find("\"value\":2000}"), std::string::npos);
  EXPECT_NE(Get(fetch).find("\"timestamp\":1700000005.000000000"), std::string::npos);
  EXPECT_NE(Get(fetch + "&time=2023-11-14T22:13:20Z").find("\"value\":1000}"), std::string::npos);
  EXPECT_NE(Get(fetch + "&time=1500000000").find("\"timestamp\":1700000000.000000000"),
            std::string::npos);
  EXPECT_NE(Get(fetch + "&time=1800000000").find("\"instances\":[]"), std::string::npos);
  EXPECT_EQ(Ask(fetch + "&time=never").status, 400u);
}

TEST_F(PmapiTest, ATapeHasNoParameterTime) {
  EXPECT_EQ(Refusal(std::string("/pmapi/fetch?names=toy.count&time=1700000000&") + kTape),
            "400 {\"context\":1000,\"message\":\"a live source has no parameter 'time'\","
            "\"success\":false}");
}

TEST_F(PmapiTest, PmcdVersionHasAValueOnEverySource) {
  for (const char* source : {kArchive, kTape})
    EXPECT_NE(Get(std::string("/pmapi/fetch?names=pmcd.version&") + source)
                  .find("{\"pmid\":\"2.0.7\",\"name\":\"pmcd.version\",\"instances\":["
                        "{\"instance\":null,\"value\":\"6.0.3\"}]}"),
              std::string::npos)
        << source;
}

TEST_F(PmapiTest, WhatThisMachineAnswersQuicklyIsAskedAtOnceTheNextTime) {
  has_machine_ = true;
  Open();
  const std::string url = "/pmapi/" + NewContext() + "/fetch?names=kernel.all.load";
  const auto place = [&](const std::string& of) { return service_->PlaceOf(RequestOf(of)).kind; };
  EXPECT_EQ(place(url), HttpService::Place::kInLane);
  EXPECT_EQ(Ask(url).status, 200u);
  EXPECT_EQ(place(url), HttpService::Place::kHere);
  EXPECT_EQ(place(url + ",hinv.ncpu"), HttpService::Place::kInLane);
  tick_ = std::chrono::milliseconds(1);
  EXPECT_EQ(Ask(url).status, 200u);
  EXPECT_EQ(place(url), HttpService::Place::kInLane);
}

TEST_F(PmapiTest, AProfileStaysWithItsContext) {
  const std::string number = NewContext(kArchive);
  const auto fetched = [&] {
    const std::string body = Get("/pmapi/fetch?names=toy.load&time=1700000000&context=" + number);
    const std::size_t at = body.find("\"instances\":");
    return body.substr(at + 12, body.size() - at - 15);
  };
  const auto change = [&](const std::string& parameters) {
    EXPECT_EQ(Get("/pmapi/" + number + "/profile?" + parameters),
              "{\"context\":" + number + ",\"success\":true}");
  };
  const std::string one = "{\"instance\":1,\"value\":0.5}", two = "{\"instance\":2,\"value\":1.5}";
  EXPECT_EQ(fetched(), "[" + one + "," + two + "]");
  change("expr=add&indom=60.2&iname=one");
  EXPECT_EQ(fetched(), "[" + one + "]");
  change("expr=add&name=toy.load&instance=2");
  EXPECT_EQ(fetched(), "[" + one + "," + two + "]");
  change("expr=del&name=toy.load&instance=1");
  EXPECT_EQ(fetched(), "[" + two + "]");
  change("expr=del&indom=60.2");
  EXPECT_EQ(fetched(), "[]");
  change("expr=add");
  EXPECT_EQ(fetched(), "[" + one + "," + two + "]");
}

TEST_F(PmapiTest, AWrongProfileIsRefused) {
  const std::string url = "/pmapi/profile?context=" + NewContext(kArchive);
  const auto said = [&](const std::string& more, const std::string& message) {
    EXPECT_EQ(Refusal(url + more),
              "400 {\"context\":1000,\"message\":\"" + message + "\",\"success\":false}");
  };
  said("", "missing parameter 'expr'");
  said("&expr=zap", "zap - invalid 'expr' parameter value");
  said("&expr=add&name=no.such", "no.such - failed to lookup metric");
  said("&expr=add&indom=60.2&iname=x&match=no", "no - invalid 'match' parameter value");
}

TEST_F(PmapiTest, OnlyClientsWithTheRoleMayStore) {
  const std::string url = std::string("/pmapi/store?name=toy.count&value=5&") + kTape;
  const std::string refused =
      "403 {\"context\":1000,\"message\":\"failed to store value to metric toy.count: "
      "No permission to perform requested operation\",\"success\":false}";
  EXPECT_EQ(Refusal(url), refused);
  role_ = HttpRole::kAdmin;
  next_number_ = 1000;
  Open();
  EXPECT_EQ(Refusal(url), refused);
  next_number_ = 1000;
  Open(true);
  EXPECT_EQ(Refusal(url).substr(0, 3), "400");  // the tape does not take it
  EXPECT_NE(Refusal(std::string("/pmapi/store?name=toy.count&value=abc&") + kTape)
                .find("Unknown or illegal metric type"),
            std::string::npos);
  EXPECT_NE(Refusal(std::string("/pmapi/store?name=no.such&value=5&") + kTape)
                .find("no.such - failed to lookup metric"),
            std::string::npos);
  EXPECT_NE(Refusal(std::string("/pmapi/store?name=toy.count&") + kTape)
                .find("missing parameter 'value'"),
            std::string::npos);
  EXPECT_EQ(Get(std::string("/pmapi/store?name=fdr.tape.rate&value=10&") + kTape),
            "{\"context\":1004,\"success\":true}");
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/web_api/pmapi_fixture.h"

namespace fdr::test {
namespace {

class DeriveRequestTest : public PmapiTest {
 protected:
  explicit DeriveRequestTest(const char* source = "hostspec=archive:toyhost")
      : number_(NewContext(source)), url_("/pmapi/" + number_ + "/derive") {}

  std::string Message(const std::string& answer) {
    const std::string key = "\"message\":\"";
    const std::size_t at = answer.find(key);
    if (at == std::string::npos) return answer == succeeded_ ? "" : answer;
    return answer.substr(at + key.size(), answer.rfind("\",\"success\":false}") - at - key.size());
  }
  std::string Define(const std::string& name, const std::string& expression) {
    return Message(Get(url_ + "?name=" + name + "&expr=" + expression));
  }
  std::string Values(const std::string& parameters) {
    const std::string body = Get("/pmapi/" + number_ + "/fetch?" + parameters);
    return body.substr(std::min(body.find("\"values\":"), body.size()));
  }

  const std::string number_, url_;
  const std::string succeeded_ = "{\"context\":" + number_ + ",\"success\":true}";
};

TEST_F(DeriveRequestTest, AMetricIsDefinedForItsContext) {
  EXPECT_EQ(Define("d.twice", "toy.count*2"), "");
  EXPECT_EQ(Values("names=d.twice"),
            "\"values\":[{\"pmid\":\"511.2047.1023\",\"name\":\"d.twice\",\"instances\":["
            "{\"instance\":null,\"value\":6000}]}]}");
  EXPECT_NE(Get("/pmapi/" + number_ + "/children?prefix=d").find("\"leaf\":[\"twice\"]"),
            std::string::npos);
  EXPECT_NE(Get("/pmapi/" + number_ + "/metric?names=d.twice")
                .find("\"labels\":{\"hostname\":\"toyhost\"}"),
            std::string::npos);
  EXPECT_NE(Get("/pmapi/fetch?names=d.twice&hostspec=archive:toyhost").find("\"values\":[]"),
            std::string::npos);
}

TEST_F(DeriveRequestTest, RatesAreThoseSinceTheFetchBefore) {
  EXPECT_EQ(Define("d.rate", "rate(toy.count)"), "");
  EXPECT_NE(Values("names=d.rate&time=1700000000").find("\"instances\":[]"), std::string::npos);
  EXPECT_NE(Values("names=d.rate&time=1700000005").find("\"value\":200}"), std::string::npos);
  EXPECT_NE(Values("names=d.rate&time=1700000005").find("\"value\":200}"), std::string::npos);
}

TEST_F(DeriveRequestTest, ErrorsAreThoseOfThePeer) {
  EXPECT_EQ(Define("d.one", "rate(toy.count)"), "");
  EXPECT_EQ(Define("d.one", "toy.count"),
            "Error: pmAddDerivedMetric(\\\"d.one\\\", ...): returns -12409\\n"
            "Duplicate per-context derived metric name\\n");
  EXPECT_EQ(Define("d.bad", "rate(toy.count"),
            "Syntax Error: pmAddDerivedMetric(\\\"d.bad\\\", ...)\\nrate(toy.count\\n"
            "             ^\\n<expr> expected to follow rate(\\n");
  EXPECT_EQ(Define("d.sum", "toy.load%2Btoy.name"),
            "Semantic Error: pmAddDerivedMetric(\\\"d.sum\\\", ...)\\ntoy.load+toy.name\\n^\\n"
            "Non-arithmetic type for right operand\\n");
  EXPECT_EQ(Message(Get(url_ + "?name=d.two")), "invalid derive parameters");
  EXPECT_EQ(Message(Get(url_)), "invalid derive parameters");
}

TEST_F(DeriveRequestTest, UnknownOperandsAreAccepted) {
  EXPECT_EQ(Define("d.later", "rate(no.such)"), "");
  EXPECT_EQ(Values("names=d.later"), "\"values\":[]}");
}

TEST_F(DeriveRequestTest, LinesMayBePosted) {
  EXPECT_EQ(Post(url_, "# comment\n\nd.a = toy.count\nd.b = toy.count * 2"), succeeded_);
  EXPECT_NE(Values("names=d.b").find("\"value\":6000}"), std::string::npos);
  EXPECT_EQ(Message(Post(url_, "d.c = toy.count\nnonsense here\n")),
            "failed to parse derived metric \\\"nonsense\\\" on line 1 - incomplete expression\\n");
  EXPECT_EQ(Message(Post(url_, "d.d = rate(\n")),
            "failed to create derived metric \\\"d.d\\\" on line 0 from: rate(\\n"
            "Syntax Error: pmAddDerivedMetric(\\\"d.d\\\", ...)\\nrate(\\n    ^\\n"
            "<expr> expected to follow rate(\\n");
}

class DeriveOnTapeTest : public DeriveRequestTest {
 protected:
  DeriveOnTapeTest() : DeriveRequestTest(kTape) {}
};

TEST_F(DeriveOnTapeTest, ALiveSourceKeepsTheDefinitions) {
  EXPECT_EQ(Define("d.twice", "toy.count*2"), "");
  EXPECT_EQ(Define("d.more", "toy.count*4"), "");
  EXPECT_NE(Values("names=d.twice,d.more").find("\"value\":12000}"), std::string::npos);
}

}  // namespace
}  // namespace fdr::test

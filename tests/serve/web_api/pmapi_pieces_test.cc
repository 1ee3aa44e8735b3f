// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers of /pmapi that are longer than a server should keep for a client: they come in pieces.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/serve/taken_body.h"
#include "fdr/tests/serve/tall_archive.h"
#include "fdr/tests/serve/web_api/pmapi_fixture.h"
#include "fdr/tests/serve/wide_archive.h"

namespace fdr::test {
namespace {

class PmapiPiecesTest : public PmapiTest {
 protected:
  void OpenWide() {
    WriteWide(here_ / "wide");
    Open();
  }
  void OpenTall() {
    WriteTall(here_ / "tall");
    Open();
  }

  std::string GetLong(const std::string& url) {
    HttpResponse response = Ask(url);
    EXPECT_EQ(response.status, 200u) << url;
    TakenBody body = Taken(response);
    EXPECT_EQ(body.failure, "") << url;
    EXPECT_GT(body.pieces, 1u) << url << ": " << body.text.size() << " bytes";
    EXPECT_TRUE(body.text.starts_with("{\"context\":")) << url;
    EXPECT_TRUE(body.text.ends_with("}\r\n")) << url;
    return std::move(body.text);
  }
};

TEST_F(PmapiPiecesTest, LongAnswersComeInPieces) {
  OpenWide();
  const std::string context = "/pmapi/" + NewContext("hostspec=archive:widehost");
  EXPECT_EQ(CountOf(R"({"name":)", GetLong(context + "/metric")), kWideMetrics + 3);
  EXPECT_EQ(CountOf(R"({"instance":)", GetLong(context + "/indom?name=wide.load")), kWideInstances);
  EXPECT_EQ(CountOf(R"({"instance":)", GetLong(context + "/fetch?name=wide.load,wide.state")),
            2 * kWideInstances);
  const std::string text = GetLong(context + "/fetch?name=wide.text");
  EXPECT_EQ(CountOf(R"("value":)" + WideTextInJson() + '}', text), 1u);
}

TEST_F(PmapiPiecesTest, AWideFamilyOfMetricsComesInPieces) {
  OpenWide();
  HttpResponse response = Ask("/metrics?hostspec=archive:widehost&names=wide");
  EXPECT_EQ(response.status, 200u);
  const TakenBody body = Taken(response);
  EXPECT_EQ(body.failure, "");
  EXPECT_GT(body.pieces, 10u) << body.text.size() << " bytes";
  EXPECT_EQ(CountOf("wide_load{", body.text), kWideInstances);
}

TEST_F(PmapiPiecesTest, LongNamesAndTextsAreDivided) {
  OpenTall();
  const std::string context = "/pmapi/" + NewContext("hostspec=archive:tallhost");
  const std::string name = "\"tall.load." + TallName('l') + '"';
  const std::string metric = GetLong(context + "/metric?name=tall.load");
  EXPECT_EQ(CountOf("{\"name\":" + name + ',', metric), 1u);
  EXPECT_EQ(CountOf("\"text-oneline\":" + TallTextInJson('o'), metric), 1u);
  EXPECT_EQ(CountOf("\"text-help\":" + TallTextInJson('h'), metric), 1u);
  const std::string unknown = GetLong(context + "/metric?name=tall.state," + TallName('x'));
  EXPECT_EQ(CountOf("{\"name\":\"" + TallName('x') + "\",\"message\":", unknown), 1u);
  EXPECT_EQ(CountOf("[\"" + TallName('l') + "\"]", GetLong(context + "/children?prefix=tall.load")),
            1u);
  EXPECT_EQ(CountOf("\"name\":" + name, GetLong(context + "/fetch?pmid=60.10.0")), 1u);
  const std::string indom = GetLong(context + "/indom?indom=60.10");
  EXPECT_EQ(CountOf("\"text-oneline\":" + TallTextInJson('p'), indom), 1u);
  EXPECT_EQ(CountOf("\"text-help\":" + TallTextInJson('q'), indom), 1u);
  for (const char letter : {'a', 'b'})
    EXPECT_EQ(CountOf("\"name\":" + TallTextInJson(letter), indom), 1u);
}

TEST_F(PmapiPiecesTest, LongNamesAreDividedForPrometheus) {
  OpenTall();
  const std::string name = "tall_load_" + TallName('l');
  for (const std::string accept : {"text/plain", "application/openmetrics-text"}) {
    accept_ = accept;
    HttpResponse response = Ask("/metrics?hostspec=archive:tallhost&names=tall");
    EXPECT_EQ(response.status, 200u);
    const TakenBody body = Taken(response);
    EXPECT_EQ(body.failure, "");
    EXPECT_GT(body.pieces, 10u);
    const std::string& text = body.text;
    EXPECT_EQ(CountOf("# TYPE " + name + " gauge\n", text), 1u);
    const std::string help = accept == "text/plain" ? TallText('o') : Tall("o\\\"");
    EXPECT_EQ(CountOf("# HELP " + name + ' ' + help + '\n', text), 1u);
    for (const std::string instance : {"a", "b"})
      EXPECT_EQ(CountOf(",instname=\"" + Tall(instance + "\\\"") + '"', text), 1u);
    EXPECT_EQ(CountOf('\n' + name + '{', text), 2u);
  }
}

TEST_F(PmapiPiecesTest, WhatAnswersEchoHasLimits) {
  Open();
  const std::string source = "/pmapi/context?hostspec=archive:toyhost&client=";
  EXPECT_EQ(Ask(source + std::string(Parameters::kLongestEchoed, 'x')).status, 200u);
  EXPECT_EQ(Refusal(source + std::string(Parameters::kLongestEchoed + 1, 'x')),
            R"(400 {"message":"client has more than 65536 bytes","success":false})");
  for (const std::string& url : {"/pmapi/" + TallName('x'), "/pmapi/" + TallName('x') + "/fetch",
                                 "/pmapi/metric?hostspec=archive:toyhost&name=" + TallName('x')}) {
    const HttpResponse response = Ask(url);
    EXPECT_GE(response.status, 400u);
    EXPECT_LT(response.body.size(), 5000u);
    EXPECT_NE(response.body.find("xxx ... "), std::string::npos);
  }
}

TEST_F(PmapiPiecesTest, ARequestMayNameManyMetrics) {
  Open();
  const std::string context = "/pmapi/" + NewContext();
  std::string names = "toy.load";
  for (int i = 1; i < 65'536; ++i) names += ",x";
  EXPECT_EQ(Ask(context + "/metric?names=" + names).status, 200u);
  EXPECT_NE(Refusal(context + "/metric?names=" + names + ",x").find("at most 65536 metrics"),
            std::string::npos);
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers of /pmapi that are longer than a server should keep for a client: they come in pieces.

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/serve/taken_body.h"
#include "fdr/tests/serve/web_api/pmapi_fixture.h"
#include "fdr/tests/serve/wide_archive.h"

namespace fdr::test {
namespace {

class PmapiPiecesTest : public PmapiTest {
 protected:
  PmapiPiecesTest() {
    WriteWide(here_ / "wide");
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
  const std::string context = "/pmapi/" + NewContext("hostspec=archive:widehost");
  EXPECT_EQ(CountOf(R"({"name":)", GetLong(context + "/metric")), kWideMetrics + 3);
  EXPECT_EQ(CountOf(R"({"instance":)", GetLong(context + "/indom?name=wide.load")), kWideInstances);
  EXPECT_EQ(CountOf(R"({"instance":)", GetLong(context + "/fetch?name=wide.load,wide.state")),
            2 * kWideInstances);
  const std::string text = GetLong(context + "/fetch?name=wide.text");
  EXPECT_EQ(CountOf(R"("value":)" + WideTextInJson() + '}', text), 1u);
}

TEST_F(PmapiPiecesTest, AWideFamilyOfMetricsComesInPieces) {
  HttpResponse response = Ask("/metrics?hostspec=archive:widehost&names=wide");
  EXPECT_EQ(response.status, 200u);
  const TakenBody body = Taken(response);
  EXPECT_EQ(body.failure, "");
  EXPECT_GT(body.pieces, 10u) << body.text.size() << " bytes";
  EXPECT_EQ(CountOf("wide_load{", body.text), kWideInstances);
}

}  // namespace
}  // namespace fdr::test

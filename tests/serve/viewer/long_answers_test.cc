// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that are longer than a server should keep for a client: they come in pieces.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/replay/serve/viewer/json_syntax.h"
#include "fdr/tests/serve/taken_body.h"
#include "fdr/tests/serve/viewer/viewer_fixture.h"
#include "fdr/tests/serve/wide_archive.h"

namespace fdr::test {
namespace {

class LongAnswersTest : public ViewerTest {
 protected:
  LongAnswersTest() { WriteWide(directory_ / "toy"); }

  // An answer that is too long for one piece.
  std::string GetLong(std::string_view question) {
    HttpResponse response = Ask(question);
    EXPECT_EQ(response.status, 200u) << question;
    TakenBody body = Taken(response);
    EXPECT_EQ(body.failure, "") << question;
    EXPECT_GT(body.pieces, 1u) << question << ": " << body.text.size() << " bytes";
    return std::move(body.text);
  }
  std::string GetLongJson(std::string_view question) {
    std::string text = GetLong(question);
    while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
    EXPECT_TRUE(IsJsonObject(text)) << question << ": " << text.substr(0, 200);
    return text;
  }
};

TEST_F(LongAnswersTest, OfJsonComeInPieces) {
  EXPECT_EQ(CountOf(R"({"id":)", GetLongJson("meta?m=wide.load")), kWideInstances);
  EXPECT_EQ(CountOf(R"({"m":)", GetLongJson("meta?m=many")), kWideMetrics);
  EXPECT_EQ(CountOf(R"({"m":)", GetLongJson("find?q=many&limit=10000")), kWideMetrics);
  const std::string moment = GetLongJson("at?m=wide.load&t=1700000010");
  EXPECT_EQ(CountOf(WideName(kWideInstances - 1), moment), 1u);
  const std::string records = GetLongJson("records?m=wide.load&from=1700000000&to=1700000020");
  EXPECT_EQ(CountOf(R"("i":)", records), kWideInstances);
  const std::string states = GetLongJson("states?m=wide.state&from=1700000000&to=1700000020&n=100");
  EXPECT_EQ(CountOf(R"("runs":)", states), kWideInstances);
  const std::string rank = GetLongJson(
      "rank?m=wide.load&from=1700000010&to=1700000021&base=1700000000,1700000010"
      "&instances=1&top=1000");
  EXPECT_EQ(CountOf(R"("spark":)", rank), 1000u);
}

TEST_F(LongAnswersTest, OfOneLongTextComeInPieces) {
  const std::string text = WideTextInJson();
  for (const std::string question :
       {"at?m=wide.text&t=1700000020", "records?m=wide.text&from=1700000000&to=1700000030",
        "next?m=wide.text&t=1700000010&when=change"})
    EXPECT_EQ(CountOf(text, GetLongJson(question)), 1u) << question;
}

TEST_F(LongAnswersTest, OfManyUnknownNamesComeInPieces) {
  std::string names;
  for (int i = 0; i < 200; ++i) names += (i > 0 ? "," : "") + std::string(1000, 'x');
  const std::string moment = GetLongJson("at?t=1700000020&m=" + names);
  EXPECT_EQ(CountOf("xxx\"", moment), 200u);
}

TEST_F(LongAnswersTest, OfBucketsComeInPieces) {
  const std::string question = "buckets?m=wide.load&from=1700000000&to=1700000020&n=20";
  const std::string json = GetLongJson(question + "&format=json");
  EXPECT_EQ(CountOf(R"("values":)", json), kWideInstances);
  const std::string frame = GetLong(question);
  EXPECT_EQ(frame.substr(0, 4), "FDRB");
  EXPECT_EQ(CountOf(R"("i":)", frame), kWideInstances);
  const std::string map = GetLong("heat?m=wide.load&from=1700000000&to=1700000020&n=20&rows=4000");
  EXPECT_EQ(map.substr(0, 4), "FDRH");
  EXPECT_EQ(CountOf(R"("i":)", map), kWideInstances);
  EXPECT_EQ(map.size() % 8, 0u);
}

TEST_F(LongAnswersTest, OfManyNotesComeInPieces) {
  class ManyNotes final : public TextStore {
   public:
    Result<std::vector<std::string>> Load(const std::string&) override {
      return std::vector<std::string>(1000,
                                      R"({"id":"1","text":")" + std::string(4000, 'x') + "\"}");
    }
    Result<void> Save(const std::string&, const std::vector<std::string>&) override { return {}; }
  } notes;
  options_.notes = &notes;
  EXPECT_EQ(CountOf(R"("id":)", GetLongJson("notes")), 1000u);
}

}  // namespace
}  // namespace fdr::test

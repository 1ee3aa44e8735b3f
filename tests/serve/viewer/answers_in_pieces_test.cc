// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers that are longer than a server should keep for a client: they come in pieces.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fdr/replay/text/json_syntax.h"
#include "fdr/tests/serve/taken_body.h"
#include "fdr/tests/serve/tall_archive.h"
#include "fdr/tests/serve/viewer/viewer_fixture.h"
#include "fdr/tests/serve/wide_archive.h"

namespace fdr::test {
namespace {

class AnswersInPiecesTest : public ViewerTest {
 protected:
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

class WideAnswersTest : public AnswersInPiecesTest {
 protected:
  WideAnswersTest() { WriteWide(directory_ / "toy"); }
};

class TallAnswersTest : public AnswersInPiecesTest {
 protected:
  TallAnswersTest() { WriteTall(directory_ / "toy"); }

  void ExpectNames(std::string_view text, std::string_view question) {
    EXPECT_EQ(CountOf(load_, text), 2u) << question;
    EXPECT_EQ(CountOf(a_, text), 1u) << question;
    EXPECT_EQ(CountOf(b_, text), 1u) << question;
  }

  const std::string load_ = "\"tall.load." + TallName('l') + '"',
                    state_ = "\"tall.state." + TallName('s') + '"';
  const std::string a_ = TallTextInJson('a'), b_ = TallTextInJson('b');
};

TEST_F(WideAnswersTest, OfJsonComeInPieces) {
  EXPECT_EQ(CountOf(R"({"id":)", GetLongJson("meta?m=wide.load")), kWideInstances);
  EXPECT_EQ(CountOf(R"({"m":)", GetLongJson("meta?m=many")), kWideMetrics);
  EXPECT_EQ(CountOf(R"({"m":)", GetLongJson("find?q=many&limit=10000")), kWideMetrics);
  const std::string moment = GetLongJson("at?m=wide.load&t=1700000010");
  EXPECT_EQ(CountOf(WideName(kWideInstances - 1), moment), 1u);
  const std::string records = GetLongJson("records?m=wide.load&from=1700000000&to=1700000020");
  EXPECT_EQ(CountOf(R"("i":)", records), kWideInstances);
  const std::string states = GetLongJson("states?m=wide.state&from=1700000000&to=1700000020&n=100");
  EXPECT_EQ(CountOf(R"("runs":)", states), kWideInstances);
}

TEST_F(WideAnswersTest, OfOneLongTextComeInPieces) {
  const std::string text = WideTextInJson();
  for (const std::string question :
       {"at?m=wide.text&t=1700000020", "records?m=wide.text&from=1700000000&to=1700000030",
        "next?m=wide.text&t=1700000010&when=change"})
    EXPECT_EQ(CountOf(text, GetLongJson(question)), 1u) << question;
}

TEST_F(WideAnswersTest, OfManyUnknownNamesComeInPieces) {
  std::string names;
  for (int i = 0; i < 200; ++i) names += (i > 0 ? "," : "") + std::string(1000, 'x');
  const std::string moment = GetLongJson("at?t=1700000020&m=" + names);
  EXPECT_EQ(CountOf("xxx\"", moment), 200u);
}

TEST_F(WideAnswersTest, OfBucketsComeInPieces) {
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

TEST_F(WideAnswersTest, OfManyNotesComeInPieces) {
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

TEST_F(TallAnswersTest, DivideNamesOfSeries) {
  const std::string window = "&from=1700000000&to=1700000021&n=20";
  for (const std::string& question :
       {"buckets?m=tall.load" + window, "buckets?m=tall.load&format=json" + window,
        std::string("records?m=tall.load&t=1700000000")})
    ExpectNames(GetLong(question), question);
}

TEST_F(TallAnswersTest, DivideNamesOfOneMetric) {
  const std::string window = "&from=1700000000&to=1700000021&n=20";
  const std::string map = GetLong("heat?m=tall.load" + window);
  EXPECT_EQ(CountOf(load_, map), 1u);
  EXPECT_EQ(CountOf(a_, map), 1u);
  const std::string next = GetLongJson("next?m=tall.load&t=1700000000&when=change");
  EXPECT_EQ(CountOf("\"m\":" + load_ + ",\"i\":" + a_ + ",\"id\":1,\"value\":15", next), 1u);
  const std::string moment = GetLongJson("at?m=tall.load&t=1700000010");
  EXPECT_EQ(CountOf(load_, moment), 1u);
  EXPECT_EQ(CountOf("\"1\":" + a_ + ",\"2\":" + b_, moment), 1u);
  const std::string states = GetLongJson("states?m=tall.state" + window);
  EXPECT_EQ(CountOf("\"m\":" + state_ + ",\"i\":" + b_ + ",\"id\":2,", states), 1u);
}

TEST_F(TallAnswersTest, DivideTexts) {
  const std::string oneline = "\"oneline\":" + TallTextInJson('o');
  const std::string meta = GetLongJson("meta?m=tall");
  for (const std::string& part : {load_, state_, oneline, "\"help\":" + TallTextInJson('h')})
    EXPECT_EQ(CountOf(part, meta), 1u) << part.substr(0, 20);
  EXPECT_EQ(CountOf(a_, meta), 2u);
  const std::string found = GetLongJson("find?q=load");
  EXPECT_EQ(CountOf(load_ + ',' + oneline, found), 1u);
  EXPECT_EQ(CountOf("\"instance\":" + b_, GetLongJson("find?q=b%22b")), 2u);
}

TEST_F(TallAnswersTest, DivideUnknownNames) {
  const std::string name = TallName('x');
  EXPECT_EQ(CountOf("\"missing\":[\"" + name + "\"]", GetLongJson("at?m=" + name)), 1u);
}

}  // namespace
}  // namespace fdr::test

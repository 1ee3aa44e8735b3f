// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/viewer_service.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "fdr/tests/serve/viewer/viewer_fixture.h"
#include "fdr/tests/support/damaged_record.h"

namespace fdr::test {
namespace {

constexpr std::string_view kPicture = R"(
time     1000  1010  1015  1020  1030  1040
c         100   200     |    10    20    35   counter
x[1]        1     2     |     3     4     5   instant double
x[2]       10    20     |    30    40    50   instant double
s         one   two     |   one     .   six   discrete string
)";

// The window of the picture, in five buckets.
constexpr std::string_view kWindow = "from=1700001000&to=1700001050&n=5";

std::string With(std::string_view question) {
  return std::string(question) + "&" + std::string(kWindow);
}

std::string Part(const std::string& text, std::string_view from, std::string_view to) {
  const std::size_t start = text.find(from);
  if (start == std::string::npos) return "no " + std::string(from) + " in " + text;
  return text.substr(start, text.find(to, start) + to.size() - start);
}

TEST_F(ViewerTest, TheListOfSourcesIsShort) {
  Write(kPicture);
  EXPECT_EQ(Get("sources"), R"([{"id":"toyhost","kind":"archive"}])");
}

TEST_F(ViewerTest, ASourceHasItsTimesAndGaps) {
  Write(kPicture);
  const std::string source = Get("sources?s=toyhost");
  EXPECT_EQ(Part(source, "\"host\"", "false"),
            R"("host":"toyhost","zone":"UTC","start":1700001000,"end":1700001040,"growing":false)");
  EXPECT_EQ(Part(source, "\"metrics\"", "]}"),
            R"("metrics":3,"gaps":[[1700001010,1700001020]],"marks":[1700001015],"problems":[]})");
}

TEST_F(ViewerTest, DamageIsSaidAndWhatCannotBeOpenedIsListed) {
  Write(kPicture);
  std::filesystem::resize_file(directory_ / "toy.0",
                               std::filesystem::file_size(directory_ / "toy.0") - 2);
  WriteToy(directory_ / "empty", kPicture, "other");
  std::filesystem::resize_file(directory_ / "empty.0", 0);
  EXPECT_EQ(Get("sources"),
            R"([{"id":"toyhost","kind":"archive"},)"
            R"({"id":"empty","kind":"archive","message":"Empty file: not even a label"}])");
  const std::string source = Get("sources?s=toyhost");
  EXPECT_EQ(Part(source, R"({"file":"toy.0")", "}"),
            R"({"file":"toy.0","offset":1300,"lost":122,"text":"Incomplete last record"})");
}

// The damage is a gap in the answer, and a problem of the source: once, however often it is met.
TEST_F(ViewerTest, DamageThatAWalkMeetsIsSaid) {
  Write(kPicture);
  const std::uint64_t offset = DamageRecord(directory_ / "toy.0", 3);
  for (const char* question : {"buckets?m=c", "buckets?m=x"}) Get(With(question));
  const std::string problems = Part(Get("sources?s=toyhost"), "\"problems\"", "]");
  EXPECT_EQ(problems.substr(0, problems.find(",\"lost\"")),
            "\"problems\":[{\"file\":\"toy.0\",\"offset\":" + std::to_string(offset));
  EXPECT_EQ(problems.find("\"offset\""), problems.rfind("\"offset\"")) << problems;
}

TEST_F(ViewerTest, BucketsAsJson) {
  Write(kPicture);
  const std::string answer = Get(With("buckets?m=c&format=json"));
  EXPECT_EQ(Part(answer, "\"from\"", "\"series\""),
            R"("from":1700001000,"to":1700001050,"n":5,)"
            R"("fields":["min","max","avg","last","count"],"approximate":false,"total":1,)"
            R"("missing":[],"series")");
  EXPECT_EQ(Part(answer, "\"series\"", "}}]"),
            R"("series":[{"m":"c","rate":true,"units":"/ sec","values":{)"
            R"("min":[null,10,null,1,1.5],"max":[null,10,null,1,1.5],"avg":[10,10,1,1.5,1.5],)"
            R"("last":[null,10,null,1,1.5],"count":[0,1,0,1,1]}}])");
}

TEST_F(ViewerTest, RawCountersAndChosenInstances) {
  Write(kPicture);
  EXPECT_EQ(Part(Get(With("buckets?m=c&rate=raw&f=max&format=json")), "\"rate\"", "}}"),
            R"("rate":false,"units":"","values":{"max":[100,200,10,20,35]}})");
  for (const char* choice : {"m=x[inst2]", "m=x&i=inst2", "m=x&i=i*2", "m=x&i=%232", "m=x&i=/2/"})
    EXPECT_EQ(
        Part(Get(With("buckets?f=max&format=json&" + std::string(choice))), "\"total\"", "}}"),
        R"("total":1,"missing":[],"series":[{"m":"x","i":"inst2","id":2,"rate":false,"units":"",)"
        R"("values":{"max":[10,20,30,40,50]}})")
        << choice;
  EXPECT_EQ(Part(Get(With("buckets?m=x&f=max&format=json&top=1")), "\"total\"", "\"id\":2"),
            R"("total":2,"missing":[],"series":[{"m":"x","i":"inst2","id":2)");
}

TEST_F(ViewerTest, UnknownMetricsAndTextsAreMissing) {
  Write(kPicture);
  EXPECT_EQ(Part(Get(With("buckets?m=no.such,s&format=json")), "\"total\"", "[]"),
            R"("total":0,"missing":["no.such","s"],"series":[])");
}

template <class Number>
Number NumberAt(const std::string& bytes, std::size_t offset) {
  Number number;
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

TEST_F(ViewerTest, BucketsInBinary) {
  Write(kPicture);
  const std::string frame = Get(With("buckets?m=c,x&f=avg,count"));
  EXPECT_EQ(frame.substr(0, 4), "FDRB");
  EXPECT_EQ(frame[4], 1);
  EXPECT_EQ(frame[5], 4);
  EXPECT_EQ(NumberAt<std::uint16_t>(frame, 6), 2);
  EXPECT_EQ(NumberAt<std::uint32_t>(frame, 8), 5u);
  EXPECT_EQ(NumberAt<std::uint32_t>(frame, 12), 3u);
  const std::uint32_t json = NumberAt<std::uint32_t>(frame, 16);
  EXPECT_EQ((20 + json) % 8, 0u);
  EXPECT_EQ(frame.size(), 20 + json + 3 * 2 * 5 * 4);
  EXPECT_EQ(NumberAt<float>(frame, 20 + json), 10);
  EXPECT_EQ(NumberAt<float>(frame, 20 + json + ((2 * 2 + 1) * 5 + 4) * 4), 1);
  const std::string wide = Get(With("buckets?m=c&f=count&p=64"));
  EXPECT_EQ(wide[5], 5);
  EXPECT_EQ(NumberAt<double>(wide, wide.size() - 8), 1);
}

TEST_F(ViewerTest, AStreamHasCoarseFramesFirst) {
  Write(kPicture);
  const std::string frames =
      Get("buckets?m=x[inst1]&f=max&stream=1&from=1700001000&to=1700001050&n=40");
  std::size_t at = 0;
  for (const std::uint32_t n : {3u, 10u, 40u}) {
    ASSERT_EQ(frames.substr(at, 4), "FDRB");
    EXPECT_EQ(NumberAt<std::uint32_t>(frames, at + 8), n);
    EXPECT_EQ(frames[at + 5], n == 40 ? 4 : n == 3 ? 2 : 0);
    at += 20 + NumberAt<std::uint32_t>(frames, at + 16) + n * 4;
    at += (8 - at % 8) % 8;
  }
  EXPECT_EQ(at, frames.size());
}

TEST_F(ViewerTest, AnApproximateAnswerLooksAtFewRecords) {
  Write(kPicture);
  const std::string question = With("buckets?m=x[inst1]&f=max&approximate=1");
  EXPECT_EQ(Get(question)[5], 6);
  Get(With("buckets?m=x"));
  EXPECT_EQ(Get(question)[5], 4) << "the exact values are in memory by now";
}

TEST_F(ViewerTest, BadParametersAreRefused) {
  Write(kPicture);
  for (const char* question :
       {"buckets?m=c", "buckets?m=c&from=1&to=1", "buckets?m=c&from=2&to=1",
        "buckets?m=c&from=x&to=1", "buckets?from=1&to=2", "buckets?m=c&from=1&to=2&n=0",
        "buckets?m=c&from=1&to=2&n=10001", "buckets?m=c&from=1&to=99999999999",
        "buckets?m=c&from=1&to=2&f=median", "buckets?m=c&from=1&to=2&p=16",
        "buckets?m=c&from=1&to=2&rate=yes", "buckets?m=c&from=1&to=2&order=name",
        "buckets?m=c[1&from=1&to=2", "buckets?m=c&i=/(/&from=1&to=2",
        "buckets?m=c&i=/(.*)\\1/&from=1&to=2", "at?t=now", "at?mode=x", "meta?",
        "find?limit=10001"}) {
    const std::string answer = Get(question, 400);
    EXPECT_NE(answer.find("\"success\":false"), std::string::npos) << question;
  }
  Get("buckets?s=nowhere&m=c&from=1&to=2", 404);
  Get("nothing", 404);
  Get("", 404);
}

TEST_F(ViewerTest, FindsMetrics) {
  Write(kPicture);
  const std::string all = Get("find?q=");
  EXPECT_EQ(Part(all, "{", "\"m\":\"c\""), R"({"total":3,"matches":[{"m":"c")");
  EXPECT_EQ(Get("find?q=X&limit=1"),
            R"({"total":1,"matches":[{"m":"x","oneline":"","units":"","semantics":"instant",)"
            R"("type":"double","indom":")" +
                ToString(ToyDomain("x")) + R"(","instances":2,"where":"name"}]})");
}

TEST_F(ViewerTest, MetaHasInstancesWithTheirTimes) {
  Write(kPicture);
  const std::string meta = Get("meta?m=x,no");
  EXPECT_EQ(
      Part(meta, "\"type\"", "\"help\""),
      R"("type":"double","semantics":"instant","units":"","rate_units":"","oneline":"","help")");
  EXPECT_EQ(Part(meta, "\"labels\"", "}"), R"("labels":{"hostname":"toyhost"})");
  EXPECT_EQ(Part(meta, "\"instances\"", "null}"),
            R"("instances":[{"id":1,"name":"inst1","from":1700001000,"to":null})");
  EXPECT_EQ(Part(meta, "\"missing\"", "]"), R"("missing":["no"])");
}

TEST_F(ViewerTest, ValuesAtATime) {
  Write(kPicture);
  const std::string values = Get("at?t=1700001026"), domain = ToString(ToyDomain("x"));
  EXPECT_EQ(Part(values, "\"t\"", "missing"),
            R"("t":1700001026,"metrics":[)"
            R"({"m":"s","rate":false,"units":"","values":[[null,"one"]]},{"m":"x","indom":")" +
                domain +
                R"(","rate":false,"units":"","values":[[1,4],[2,40]]},)"
                R"({"m":"c","rate":true,"units":"/ sec","values":[[null,1]]}],"indoms":{")" +
                domain + R"(":{"1":"inst1","2":"inst2"}},"missing)");
  EXPECT_EQ(Part(Get("at?t=1700001025&m=c&mode=interpolated"), "\"metrics\"", "]]"),
            R"("metrics":[{"m":"c","rate":false,"units":"","values":[[null,15]])");
  EXPECT_EQ(Part(Get("at?t=1700001029&m=c&mode=record"), "\"metrics\"", "]]"),
            R"("metrics":[{"m":"c","rate":false,"units":"","values":[[null,10]])");
  EXPECT_EQ(Part(Get("at?t=1700001017&m=c,x&mode=record"), "\"metrics\"", "]"), R"("metrics":[])");
  EXPECT_EQ(Part(Get("at?t=1700001017&m=c,x"), "\"metrics\"", "]"), R"("metrics":[])");
  // A rate belongs to the later record.
  EXPECT_EQ(Part(Get("at?t=1700001030&m=c"), "\"values\"", "]]"), R"("values":[[null,1]])");
  EXPECT_EQ(Part(Get("at?m=c"), "\"values\"", "]]"), R"("values":[[null,1.5]])");
}

TEST_F(ViewerTest, AnswersOfOneGenerationCanBeKept) {
  Write(kPicture);
  HttpResponse first = Ask(With("buckets?m=c"));
  const auto header = [](const HttpResponse& response, std::string_view name) {
    for (const auto& [key, value] : response.headers)
      if (key == name) return value;
    return std::string();
  };
  const std::string tag = header(first, "ETag");
  EXPECT_EQ(header(first, "Cache-Control"), "no-cache");
  const std::string generation = tag.substr(3, tag.size() - 4);
  HttpResponse known = Ask(With("buckets?m=c&g=" + generation));
  EXPECT_EQ(header(known, "Cache-Control"), "private, max-age=31536000, immutable");
  request_.headers = {{"if-none-match", tag}};
  EXPECT_EQ(Get(With("buckets?m=c"), 304), "");
}

TEST_F(ViewerTest, ACancelledRequestEnds) {
  Write(kPicture);
  request_.limit = std::make_shared<WorkLimit>(std::chrono::seconds(10));
  request_.limit->Cancel();
  Get(With("buckets?m=c"), 503);
}

}  // namespace
}  // namespace fdr::test

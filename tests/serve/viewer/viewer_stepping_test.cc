// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "fdr/tests/serve/viewer/viewer_fixture.h"

namespace fdr::test {
namespace {

constexpr std::string_view kSteps = R"(
time     1000  1010  1015  1020  1030  1040
c         100   200     |    10    20    35   counter
d           7     7     |     7     8     8   discrete
s         one     .     |   one   two     .   discrete string
)";

class ViewerSteppingTest : public ViewerTest {
 protected:
  ViewerSteppingTest() { Write(kSteps); }

  /// From `"t":[` on.
  std::string Records(const std::string& question) {
    const std::string answer = Get("records?" + question);
    const std::size_t start = answer.find("\"t\":[");
    return answer.substr(start, answer.find(",\"missing\"") - start);
  }
};

TEST_F(ViewerSteppingTest, RecordsInBothDirections) {
  EXPECT_EQ(Records("m=c&rate=raw&t=1700001010&n=2"),
            R"("t":[1700001010,1700001020],"gaps":[1],"values":[[200,10]],"more":true)");
  EXPECT_EQ(Records("m=c&rate=raw&t=1700001029&n=2&dir=-1"),
            R"("t":[1700001010,1700001020],"gaps":[1],"values":[[200,10]],"more":true)");
  EXPECT_EQ(Records("m=c&rate=raw&t=1700001030&n=9"),
            R"("t":[1700001030,1700001040],"gaps":[],"values":[[20,35]],"more":false)");
  EXPECT_EQ(Records("m=c&t=1700000000&dir=-1"), R"("t":[],"gaps":[],"values":[],"more":false)");
}

TEST_F(ViewerSteppingTest, RecordsHaveRatesAndTexts) {
  EXPECT_EQ(Records("m=c&from=1700001010&to=1700001040"),
            R"("t":[1700001010,1700001020,1700001030,1700001040],"gaps":[1],)"
            R"("values":[[10,null,1,1.5]],"more":false)");
  EXPECT_EQ(Records("m=s,d&from=1700001000&to=1700001030"),
            R"("t":[1700001000,1700001010,1700001020,1700001030],"gaps":[2],)"
            R"("values":[["one",null,"one","two"],[7,7,7,8]],"more":false)");
}

TEST_F(ViewerSteppingTest, ARateNeverSpansAFewMilliseconds) {
  WriteToy(directory_ / "bursts", R"(
time     1000  1010  1010.015  1020  1020.02  1030
c         100   200       260   300      360   400   counter
)",
           "bursts");
  EXPECT_EQ(Records("s=bursts&m=c&t=1700001000&n=9"),
            R"("t":[1700001000,1700001010,1700001010.015,1700001020,1700001020.02,1700001030],)"
            R"("gaps":[],"values":[[null,10,null,10,null,10]],"more":false)");
  EXPECT_EQ(Records("s=bursts&m=c&t=1700001025&n=2"),
            R"("t":[1700001030],"gaps":[],"values":[[10]],"more":false)");
  for (const char* t : {"1005", "1010", "1010.01", "1010.015", "1015", "1020.02", "1025", "1030"})
    EXPECT_NE(Get("at?s=bursts&m=c&t=170000" + std::string(t)).find("[[null,10]]"),
              std::string::npos)
        << t;
  EXPECT_EQ(Get("next?s=bursts&m=c&t=1700001000&when=gt:10"), R"({"t":null})");
}

TEST_F(ViewerSteppingTest, ATimeNextToAStampIsTheStamp) {
  EXPECT_EQ(Records("m=c&rate=raw&t=1700001010.0000001&n=1"),
            R"("t":[1700001010],"gaps":[],"values":[[200]],"more":true)");
  EXPECT_EQ(Records("m=c&rate=raw&t=1700001009.9999999&n=1&dir=-1"),
            R"("t":[1700001010],"gaps":[],"values":[[200]],"more":true)");
}

TEST_F(ViewerSteppingTest, FindsWhatIsNext) {
  const auto next = [&](const std::string& question) { return Get("next?" + question); };
  EXPECT_EQ(next("t=1700001010"), R"({"t":1700001020})");
  EXPECT_EQ(next("t=1700001010&dir=-1"), R"({"t":1700001000})");
  EXPECT_EQ(next("t=1700001000&m=s"), R"({"t":1700001020})");
  EXPECT_EQ(next("t=1700001000&when=mark"), R"({"t":1700001015})");
  EXPECT_EQ(next("t=1700001040&when=mark&dir=-1"), R"({"t":1700001015})");
  EXPECT_EQ(next("t=1700001015&when=mark"), R"({"t":null})");
  EXPECT_EQ(next("t=1700001000&m=d&when=change"), R"({"t":1700001030,"m":"d","value":8})");
  EXPECT_EQ(next("t=1700001040&m=d&when=change&dir=-1"), R"({"t":1700001030,"m":"d","value":8})");
  EXPECT_EQ(next("t=1700001030&m=d&when=change"), R"({"t":null})");
  EXPECT_EQ(next("t=1700001000&m=s&when=change"), R"({"t":1700001030,"m":"s","value":"two"})");
  EXPECT_EQ(next("t=1700001000&m=c&when=gt:5"), R"({"t":1700001010,"m":"c","value":10})");
  EXPECT_EQ(next("t=1700001000&m=c&when=lt:1.2"), R"({"t":1700001030,"m":"c","value":1})");
  EXPECT_EQ(next("t=1700001040&m=c&when=gt:1e3&dir=-1"), R"({"t":null})");
  EXPECT_EQ(next("t=1700001000&m=no&when=change"), R"({"t":null})");
  for (const char* wrong :
       {"", "t=1&when=gt:", "t=1&when=gt:nan", "t=1&when=soon", "t=1&dir=2", "t=1&when=change"})
    Get("next?" + std::string(wrong), 400);
}

TEST_F(ViewerSteppingTest, SearchesThroughManyRecords) {
  const MetricId metric = MetricId::Build(60, 0, 1);
  {
    WriterOptions options = ArchiveBuilder::Options(Version::k3);
    options.label.host = std::string_view("longhost");
    ArchiveBuilder archive(directory_ / "long", options);
    archive.Metric({.name = "toy.level", .id = metric, .type = Type::kDouble});
    for (int i = 0; i < 5000; ++i) archive.Record(At(i), {Single(metric, i == 4321 ? 2.0 : 1.0)});
  }
  EXPECT_EQ(Get("next?s=longhost&m=toy.level&t=1700000000&when=gt:1"),
            R"({"t":1700004321,"m":"toy.level","value":2})");
  EXPECT_EQ(Get("next?s=longhost&m=toy.level&t=1700004999&when=change&dir=-1"),
            R"({"t":1700004322,"m":"toy.level","value":1})");
  EXPECT_EQ(Get("next?s=longhost&m=toy.level&t=1700004320.5&when=gt:1&dir=-1"), R"({"t":null})");
}

}  // namespace
}  // namespace fdr::test

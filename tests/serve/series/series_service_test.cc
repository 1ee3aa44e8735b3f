// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_service.h"

#include <fmt/format.h>

#include <filesystem>

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/tests/serve/series/series_fixture.h"
#include "fdr/tests/serve/tall_archive.h"
#include "fdr/tests/serve/wide_archive.h"

namespace fdr::test {
namespace {

constexpr std::string_view kLabels = R"({"hostname":"toyhost","rack":7})";
constexpr std::string_view kLeft = R"({"hostname":"toyhost","rack":7,"side":"left"})";

// A list of numbers, texts or objects without the brackets and the end of the line.
std::string Inside(const std::string& body) {
  EXPECT_TRUE(body.starts_with('[') && body.ends_with("]\r\n")) << body;
  return body.size() < 4 ? body : body.substr(1, body.size() - 4);
}

class SeriesServiceTest : public testing::Test {
 protected:
  SeriesServiceTest() { folder_.WriteToy(); }

  SeriesService& service() {
    if (!service_)
      service_ = std::make_unique<SeriesService>(
          folder_.sources(), SeriesOptions{.clocks = folder_.clocks(), .zone = {}});
    return *service_;
  }

  Answered Get(const std::string& url) { return Ask(service(), url); }
  std::string Body(const std::string& url) {
    const Answered answered = Get(url);
    EXPECT_EQ(answered.status, 200u) << url << " " << answered.body;
    EXPECT_FALSE(answered.is_cut);
    return answered.body;
  }
  std::string Failure(const std::string& url) {
    const Answered answered = Get(url);
    EXPECT_EQ(answered.status, 400u) << url;
    return answered.body;
  }
  // The answer to an expression, without brackets.
  std::string Query(const std::string& expression) {
    return Inside(Body("/series/query?expr=" + expression));
  }
  // The values of toy.count as "TIME=VALUE", with times from At(0).
  std::string Counts(const std::string& window) {
    const std::string body = Inside(Body("/series/values?series=" + count_ + "&" + window));
    const std::string head = "{\"series\":\"" + count_ + "\",\"timestamp\":1700000";
    std::string counts;
    for (std::size_t at = body.find(head); at != std::string::npos; at = body.find(head, at + 1)) {
      const std::string row = body.substr(at + head.size(), body.find('}', at) - at - head.size());
      counts += (counts.empty() ? "" : " ") + std::to_string(std::stoi(row) / 1000) + "=" +
                row.substr(row.find(":\"") + 2, row.rfind('"') - row.find(":\"") - 2);
    }
    return counts;
  }

  static std::string Quoted(const std::string& id) { return '"' + id + '"'; }

  const Desc load_desc_{kToyLoad, Type::kDouble, kToyUnits, Semantics::kInstant, {}};
  const Desc count_desc_{kToyCount, Type::kU64, {}, Semantics::kCounter, {}};
  const Desc text_desc_{kToyText, Type::kString, {}, Semantics::kInstant, {}};
  const std::string load_ = MetricSeriesId("toy.load", kLabels, load_desc_);
  const std::string count_ = MetricSeriesId("toy.count", kLabels, count_desc_);
  const std::string also_ = MetricSeriesId("toy.also", kLabels, count_desc_);
  const std::string text_ = MetricSeriesId("toy.text", kLabels, text_desc_);
  const std::string source_ = SourceSeriesId(kLabels);
  const std::string a_ = InstanceSeriesId("a", kLeft);
  const std::string b_ = InstanceSeriesId("b", kLabels);
  const std::string c_ = InstanceSeriesId("c", kLabels);

  SeriesFolder folder_;
  std::unique_ptr<SeriesService> service_;
};

TEST_F(SeriesServiceTest, PingSucceeds) {
  EXPECT_EQ(Body("/series/ping"), "{\"success\":true}\r\n");
}

TEST_F(SeriesServiceTest, UnknownPathsAreNotFound) {
  EXPECT_EQ(Get("/series").status, 404u);
  EXPECT_EQ(Get("/series/nosuch").status, 404u);
  EXPECT_EQ(Get("/series/load?expr={source.path:\"/x\"}").status, 403u);
}

TEST_F(SeriesServiceTest, AQueryFindsSeriesByName) {
  EXPECT_EQ(Query("toy.load"), Quoted(load_));
  EXPECT_EQ(Query("no.such"), "");
  EXPECT_EQ(Query("toy.l*"), Quoted(load_));
  EXPECT_EQ(Query("toy.*"),
            Quoted(also_) + "," + Quoted(count_) + "," + Quoted(load_) + "," + Quoted(text_));
}

TEST_F(SeriesServiceTest, AQueryLeavesOutWhatClientsCannotShow) {
  EXPECT_EQ(Query("toy.bytes"), "");
  EXPECT_EQ(Inside(Body("/series/metrics?match=toy.b*")), "\"toy.bytes\"");
}

TEST_F(SeriesServiceTest, ConditionsChooseSeries) {
  const std::string load = Quoted(load_);
  EXPECT_EQ(Query("toy.load{hostname==\"toyhost\"}"), load);
  EXPECT_EQ(Query("toy.load{hostname==\"other\"}"), "");
  EXPECT_EQ(Query("toy.load{hostname!=\"other\"}"), load);
  EXPECT_EQ(Query("toy.load{hostname!=\"toyhost\"}"), "");
  EXPECT_EQ(Query("toy.load{hostname:\"toy*\"}"), load);
  EXPECT_EQ(Query("toy.load{hostname=~\"^toy\"}"), load);
  EXPECT_EQ(Query("toy.load{hostname!~\"^toy\"}"), "");
  EXPECT_EQ(Query("toy.load{hostname!~\"x\"}"), load);
  EXPECT_EQ(Query("toy.load{nolabel==\"x\"}"), "");
  EXPECT_EQ(Query("toy.load{nolabel!=\"x\"}"), load);
  EXPECT_EQ(Query("toy.load{rack==7}"), load);
  EXPECT_EQ(Query("toy.load{rack>6.5 %26%26 rack<=7}"), load);
  EXPECT_EQ(Query("toy.load{rack<7}"), "");
  EXPECT_EQ(Query("toy.load{hostname<7}"), "");
  EXPECT_EQ(Query("toy.load{rack>=8 || label.hostname==\"toyhost\"}"), load);
}

TEST_F(SeriesServiceTest, ConditionsOnInstancesChooseSeriesToo) {
  EXPECT_EQ(Query("{instance.name==\"a\"}"), Quoted(load_));
  EXPECT_EQ(Query("{instance.name==\"b\"}"), Quoted(load_));  // as it was called at first
  EXPECT_EQ(Query("{instance.name:\"c*\"}"), Quoted(load_));
  EXPECT_EQ(Query("{side==\"left\"}"), Quoted(load_));
  EXPECT_EQ(Query("toy.load{instance.name!=\"a\"}"), "");
  EXPECT_EQ(Query("toy.load{instance.name!=\"z\"}"), Quoted(load_));
  EXPECT_EQ(Query("{metric.name=~\"load$\"}"), Quoted(load_));
}

TEST_F(SeriesServiceTest, ABadExpressionIsShownWithItsPlace) {
  EXPECT_EQ(Failure("/series/query?expr=toy.load{"),
            "{\"message\":\"cannot parse given string\\n\\ntoy.load{\\n        ^ -- syntax "
            "error\\n\",\"success\":false}\r\n");
  EXPECT_NE(Failure("/series/query").find("expr"), std::string::npos);
  EXPECT_NE(Failure("/series/query?expr=").find("expr"), std::string::npos);
  EXPECT_NE(Failure("/series/query?expr=a{b=~\"[\"}").find("invalid regular expression"),
            std::string::npos);
}

TEST_F(SeriesServiceTest, ValuesHaveStampsInMillisecondsAndAreTexts) {
  EXPECT_EQ(
      Body("/series/values?series=" + count_ + "&start=1700000010&finish=1700000019"),
      "[{\"series\":\"" + count_ + "\",\"timestamp\":1700000010000.000,\"value\":\"1010\"}]\r\n");
  EXPECT_EQ(Body("/series/values?series=" + text_),
            "[{\"series\":\"" + text_ +
                "\",\"timestamp\":1700000010000.000,\"value\":\"say \\\"hi\\\"\"}]\r\n");
}

TEST_F(SeriesServiceTest, ValuesOfInstancesNameThemAsTheyWereCalled) {
  const auto row = [&](const std::string& id, const std::string& time, const std::string& value) {
    return "{\"series\":\"" + load_ + "\",\"instance\":\"" + id + "\",\"timestamp\":17000000" +
           time + "000.000,\"value\":\"" + value + "\"}";
  };
  EXPECT_EQ(Inside(Body("/series/values?series=" + load_ + "&start=1700000010&finish=1700000020")),
            row(a_, "10", "10.5") + "," + row(b_, "10", "-10") + "," + row(a_, "20", "20.5") + "," +
                row(c_, "20", "-20"));
}

// The samples of 10 are shown when the record of 20 has been read.
TEST_F(SeriesServiceTest, SamplesThatWereKeptAreAsTheyWere) {
  const auto row = [](const std::string& ids, const std::string& t, const std::string& value) {
    return "{\"series\":\"" + ids + "\",\"timestamp\":17000000" + t + "000.000,\"value\":\"" +
           value + "\"}";
  };
  const auto load = [&](const std::string& instance, const std::string& t, const std::string& v) {
    return row(load_ + "\",\"instance\":\"" + instance, t, v);
  };
  const std::string rows = Inside(Body("/series/values?series=" + load_ + "," + count_ +
                                       "&start=1700000000&finish=1700000030&interval=15"));
  EXPECT_EQ(rows, load(a_, "00", "0.5") + "," + load(b_, "00", "-0") + "," +
                      row(count_, "00", "1000") + "," + load(a_, "10", "10.5") + "," +
                      load(b_, "10", "-10") + "," + row(count_, "10", "1010") + "," +
                      load(a_, "30", "30.5") + "," + load(c_, "30", "-30") + "," +
                      row(count_, "30", "1030"));
}

// Observed with pmproxy 6.0.3: a window in time comes oldest first, a number alone newest first.
TEST_F(SeriesServiceTest, WindowsChooseSamples) {
  EXPECT_EQ(Counts(""), "40=1040");
  EXPECT_EQ(Counts("samples=2"), "40=1040 30=1030");
  EXPECT_EQ(Counts("samples=100"), "40=1040 30=1030 20=1020 10=1010 0=1000");
  EXPECT_EQ(Counts("start=1700000030"), "30=1030 40=1040");
  EXPECT_EQ(Counts("finish=1700000010"), "0=1000 10=1010");
  EXPECT_EQ(Counts("start=1700000010&samples=2"), "10=1010 20=1020");
  EXPECT_EQ(Counts("start=1700000030&finish=1700000010"), "");
  EXPECT_EQ(Counts("start=1700000000&finish=1700000040&interval=20"), "0=1000 20=1020 40=1040");
  EXPECT_EQ(Counts("start=1700000000&finish=1700000040&interval=0"),
            "0=1000 10=1010 20=1020 30=1030 40=1040");
  EXPECT_EQ(Counts("interval=20"), "0=1000 20=1020 40=1040");
  EXPECT_EQ(Counts("begin=1700000010&end=1700000010&count=5&delta=1"), "10=1010");
  EXPECT_EQ(Counts("start=-15s&finish=now"), "30=1030 40=1040");
  EXPECT_EQ(Counts("start=1700000001&align=10s&offset=5s"), "20=1020 30=1030 40=1040");
  EXPECT_EQ(Counts("start=2023-11-14 23:13:50&zone=UTC-1"), "30=1030 40=1040");
}

TEST_F(SeriesServiceTest, AWindowInAnExpressionGivesValues) {
  EXPECT_EQ(Query("toy.count[samples:1]"),
            "{\"series\":\"" + count_ + "\",\"timestamp\":1700000040000.000,\"value\":\"1040\"}");
  EXPECT_EQ(Query("toy.count[offset:1]"), Quoted(count_));
}

TEST_F(SeriesServiceTest, ASeriesOfTwoSourcesIsThatOfTheFirst) {
  std::filesystem::create_directory(folder_.path() + "/again");
  for (const auto& file : std::filesystem::directory_iterator(folder_.path()))
    if (file.is_regular_file()) std::filesystem::copy(file, folder_.path() + "/again");
  ASSERT_EQ(folder_.sources().List().size(), 2u);
  EXPECT_EQ(Query("toy.count"), Quoted(count_));
  const std::string rows = Query("toy.count[samples:1]");
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '{'), 1) << rows;
}

// The first request makes the identifiers.  They do not depend on its window.
TEST_F(SeriesServiceTest, IdentifiersOfInstancesAreTheSameInAllWindows) {
  for (const std::string window :
       {"start:0", "samples:1", "start:1700000040", "finish:1700000000"}) {
    service_.reset();
    EXPECT_NE(Query("toy.load[" + window + "]").find(a_), std::string::npos) << window;
  }
}

// b is c from 20 on.
TEST_F(SeriesServiceTest, ARenamedInstanceIsAnotherOneForFunctions) {
  const auto row = [&](const std::string& instance, int stamp, std::string_view value) {
    return fmt::format(
        R"({{"series":"{}","instance":"{}","timestamp":17000000{:02}000.000,"value":"{}"}})",
        ExpressionSeriesId("min(toy.load)"), instance, stamp, value);
  };
  EXPECT_EQ(Query("min(toy.load[start:0])"),
            row(a_, 0, "0.5") + "," + row(b_, 10, "-10") + "," + row(c_, 40, "-40"));
}

TEST_F(SeriesServiceTest, SeveralSeriesAreReadTogether) {
  const std::string two = Body("/series/values?samples=1&series=" + load_ + "," + count_);
  EXPECT_NE(two.find("\"value\":\"40.5\""), std::string::npos);
  EXPECT_NE(two.find("\"value\":\"1040\""), std::string::npos);
  EXPECT_EQ(Body("/series/values?samples=1&series=" + count_ + "&series=" + count_),
            Body("/series/values?samples=1&series=" + count_));
  // A metric with two names
  const std::string names = Body("/series/values?samples=1&series=" + also_ + "," + count_);
  EXPECT_EQ(std::count(names.begin(), names.end(), '{'), 2);
}

TEST_F(SeriesServiceTest, UnknownSeriesHaveNoValues) {
  EXPECT_EQ(Body("/series/values?series=" + std::string(40, '0')), "[]\r\n");
  EXPECT_EQ(Body("/series/values?series=" + a_), "[]\r\n");
  EXPECT_EQ(Failure("/series/values?series=xyz"),
            "{\"message\":\"Invalid SID xyz near offset 0\",\"success\":false}\r\n");
  EXPECT_NE(Failure("/series/values").find("series"), std::string::npos);
}

TEST_F(SeriesServiceTest, BadWindowsAreRefused) {
  const std::string values = "/series/values?series=" + count_;
  EXPECT_EQ(Failure(values + "&samples=1.5"),
            "{\"message\":\"Invalid sample count requested - 1.5\",\"success\":false}\r\n");
  EXPECT_NE(Failure(values + "&samples=-3").find("-3"), std::string::npos);
  EXPECT_EQ(Failure(values + "&start=abc"),
            "{\"message\":\"Cannot parse time start with __pmParseHighResTime:\\nabc\\n^ -- "
            "unexpected value\\n\",\"success\":false}\r\n");
  EXPECT_NE(Failure(values + "&finish=abc").find("time end"), std::string::npos);
  EXPECT_NE(Failure(values + "&interval=abc").find("time delta"), std::string::npos);
  EXPECT_NE(Failure(values + "&align=abc").find("time align"), std::string::npos);
  EXPECT_NE(Failure(values + "&offset=abc").find("time offset"), std::string::npos);
  EXPECT_NE(Failure(values + "&interval=99999999999").find("too long"), std::string::npos);
}

TEST_F(SeriesServiceTest, MetricsAreNames) {
  EXPECT_EQ(Inside(Body("/series/metrics?series=" + load_ + ",xyz," + count_)),
            "{\"series\":\"" + load_ + "\",\"name\":\"toy.load\"},{\"series\":\"" + count_ +
                "\",\"name\":\"toy.count\"}");
  EXPECT_EQ(Inside(Body("/series/metrics")),
            "\"toy.also\",\"toy.bytes\",\"toy.count\",\"toy.load\",\"toy.text\"");
  EXPECT_EQ(Body("/series/metrics?match=zzz*"), "[]\r\n");
}

TEST_F(SeriesServiceTest, DescsDescribe) {
  EXPECT_EQ(Inside(Body("/series/descs?series=" + load_)),
            "{\"series\":\"" + load_ + "\",\"source\":\"" + source_ +
                "\",\"pmid\":\"245.0.1\",\"indom\":\"245.1\",\"semantics\":\"instant\",\"type\":"
                "\"double\",\"units\":\"none\"}");
  EXPECT_NE(Body("/series/descs?series=" + count_).find("\"indom\":\"none\""), std::string::npos);
  EXPECT_EQ(Inside(Body("/series/descs?series=xyz")),
            "{\"series\":\"xyz\",\"source\":\"unknown\",\"pmid\":\"PM_ID_NULL\",\"indom\":"
            "\"unknown\",\"semantics\":\"unknown\",\"type\":\"unknown\",\"units\":\"unknown\"}");
  EXPECT_NE(Failure("/series/descs").find("series"), std::string::npos);
}

TEST_F(SeriesServiceTest, InstancesAreListedUnderAllTheirNames) {
  const std::string all = Body("/series/instances?series=" + load_);
  for (const std::string& id : {a_, b_, c_}) EXPECT_NE(all.find(id), std::string::npos);
  EXPECT_NE(all.find("{\"series\":\"" + load_ + "\",\"source\":\"" + source_ +
                     "\",\"instance\":\"" + c_ + "\",\"id\":2,\"name\":\"c\"}"),
            std::string::npos);
  EXPECT_EQ(Body("/series/instances?series=" + count_), "[]\r\n");
  EXPECT_EQ(Body("/series/instances"), "[\"a\",\"b\",\"c\"]\r\n");
  EXPECT_EQ(Body("/series/instances?match=[bc]"), "[\"b\",\"c\"]\r\n");
}

TEST_F(SeriesServiceTest, LabelsBelongToSingularMetricsAndInstances) {
  EXPECT_EQ(Body("/series/labels?series=" + load_), "[]\r\n");
  EXPECT_EQ(Inside(Body("/series/labels?series=" + count_)),
            "{\"series\":\"" + count_ + "\",\"labels\":" + std::string(kLabels) + "}");
  EXPECT_EQ(Inside(Body("/series/labels?series=" + a_)),
            "{\"series\":\"" + a_ + "\",\"labels\":" + std::string(kLeft) + "}");
  EXPECT_EQ(Inside(Body("/series/labels?series=" + b_)),
            "{\"series\":\"" + b_ + "\",\"labels\":" + std::string(kLabels) + "}");
  EXPECT_EQ(Body("/series/labels?series=xyz"), "[]\r\n");
}

TEST_F(SeriesServiceTest, LabelsHaveNamesAndValues) {
  EXPECT_EQ(Body("/series/labels"), "[\"hostname\",\"rack\",\"side\"]\r\n");
  EXPECT_EQ(Body("/series/labels?match=host*"), "[\"hostname\"]\r\n");
  EXPECT_EQ(Body("/series/labels?names=hostname,nolabel,rack"),
            "{\"hostname\":[\"toyhost\"],\"rack\":[7]}\r\n");
  EXPECT_EQ(Body("/series/labels?name=side"), "{\"side\":[\"left\"]}\r\n");
  EXPECT_EQ(Body("/series/labels?names=nolabel"), "{}\r\n");
}

TEST_F(SeriesServiceTest, SourcesHaveNames) {
  EXPECT_NE(Body("/series/sources?match=*").find("\"toyhost\""), std::string::npos);
  EXPECT_EQ(Body("/series/sources?match=zzz"), "[]\r\n");
  EXPECT_NE(Body("/series/sources?source=" + source_)
                .find("{\"source\":\"" + source_ + "\",\"name\":\"toyhost\"}"),
            std::string::npos);
  EXPECT_EQ(Body("/series/sources?source=xyz"), "[]\r\n");
  EXPECT_NE(Failure("/series/sources").find("match"), std::string::npos);
}

TEST_F(SeriesServiceTest, AClientIsEchoed) {
  EXPECT_EQ(Body("/series/query?expr=toy.load&client=c1"),
            "{\"client\":\"c1\",\"result\":[\"" + load_ + "\"]}\r\n");
  EXPECT_EQ(Body("/series/values?series=" + std::string(40, '0') + "&client=c1"),
            "{\"client\":\"c1\",\"result\":[]}\r\n");
}

TEST_F(SeriesServiceTest, WorkEndsWithItsLimit) {
  HttpRequest request;
  request.path = "/series/values";
  request.parameters.Add("series", count_);
  request.parameters.Add("start", "0");
  request.limit = std::make_shared<WorkLimit>(std::chrono::hours(1));
  request.limit->Cancel();
  EXPECT_TRUE(AnsweredBy(service().Answer(request)).is_cut);
}

TEST_F(SeriesServiceTest, AMillionMissingSeriesAreNotAskedFor) {
  std::string url = "/series/values?series=" + count_;
  for (int i = 0; i < 100'000; ++i) url += "," + std::string(40, 'f');
  EXPECT_EQ(Get(url).status, 200u);
}

std::string GetLong(HttpService& service, const std::string& url) {
  Answered answered = Ask(service, url);
  EXPECT_EQ(answered.status, 200u) << url;
  EXPECT_GT(answered.pieces, answered.body.size() / (2 * BodySource::kPiece))
      << url << ": " << answered.body.size() << " bytes";
  EXPECT_GT(answered.pieces, 1u) << url;
  EXPECT_TRUE(answered.body.starts_with('[') && answered.body.ends_with("]\r\n")) << url;
  return std::move(answered.body);
}

TEST(SeriesPiecesTest, LongAnswersComeInPieces) {
  SeriesFolder folder;
  WriteWide(folder.path() + "/wide");
  SeriesService service(folder.sources(), SeriesOptions{.clocks = folder.clocks(), .zone = {}});
  const auto get_long = [&](const std::string& url) { return GetLong(service, url); };
  EXPECT_EQ(CountOf("\",\"", get_long("/series/query?expr=many*")), kWideMetrics - 1);
  const std::string wide = Ask(service, "/series/query?expr=wide.load").body.substr(2, 40);
  EXPECT_EQ(CountOf(R"({"series":)", get_long("/series/instances?series=" + wide)), kWideInstances);
  EXPECT_EQ(CountOf("\",\"", get_long("/series/instances?match=*")), kWideInstances - 1);

  const std::string values = "/series/values?start=1700000000&finish=1700000030&series=";
  EXPECT_EQ(CountOf(R"({"series":)", get_long(values + wide)), 3 * kWideInstances);
  const std::string more = Ask(service, "/series/query?expr=wide.load%2B1").body.substr(2, 40);
  EXPECT_EQ(CountOf(R"({"series":)", get_long(values + more)), 3 * kWideInstances);
  const std::string text = Ask(service, "/series/query?expr=wide.text").body.substr(2, 40);
  EXPECT_EQ(CountOf(R"("value":)" + WideTextInJson() + "}]", get_long(values + text)), 1u);
}

TEST(SeriesPiecesTest, LongNamesAreDivided) {
  SeriesFolder folder;
  WriteTall(folder.path() + "/tall");
  SeriesService service(folder.sources(), SeriesOptions{.clocks = folder.clocks(), .zone = {}});
  const std::string load = Ask(service, "/series/query?expr=tall.load.*").body.substr(2, 40);
  const std::string name = "tall.load." + TallName('l');
  EXPECT_EQ(GetLong(service, "/series/metrics?series=" + load),
            R"([{"series":")" + load + R"(","name":")" + name + "\"}]\r\n");
  EXPECT_EQ(GetLong(service, "/series/metrics?match=*load*"), "[\"" + name + "\"]\r\n");
  const std::string instances = GetLong(service, "/series/instances?series=" + load);
  for (const char letter : {'a', 'b'})
    EXPECT_EQ(CountOf(R"("name":)" + TallTextInJson(letter) + '}', instances), 1u);
  EXPECT_EQ(GetLong(service, "/series/instances?match=a*"), '[' + TallTextInJson('a') + "]\r\n");
  EXPECT_EQ(CountOf("[{\"series\":\"" + TallName('x') + "\",\"source\":\"unknown\"",
                    GetLong(service, "/series/descs?series=" + TallName('x'))),
            1u);
}

TEST(SeriesPiecesTest, WhatAnswersEchoHasLimits) {
  SeriesFolder folder;
  folder.WriteToy();
  SeriesService service(folder.sources(), SeriesOptions{.clocks = folder.clocks(), .zone = {}});
  const std::string url = "/series/query?expr=toy.load&client=";
  EXPECT_EQ(Ask(service, url + std::string(Parameters::kLongestEchoed, 'x')).status, 200u);
  const Answered refused = Ask(service, url + std::string(Parameters::kLongestEchoed + 1, 'x'));
  EXPECT_EQ(refused.status, 400u);
  EXPECT_NE(refused.body.find("client has more than 65536 bytes"), std::string::npos);
  const Answered failed = Ask(service, "/series/values?series=" + TallName('x'));
  EXPECT_EQ(failed.status, 400u);
  EXPECT_LT(failed.body.size(), 5000u);
}

}  // namespace
}  // namespace fdr::test

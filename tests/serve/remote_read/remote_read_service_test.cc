// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/remote_read/remote_read_service.h"

#include <cmath>

#include "fdr/replay/serve/remote_read/remote_reader.h"
#include "fdr/replay/serve/remote_read/snappy_body.h"
#include "fdr/tests/serve/remote_read/remote_request.h"
#include "fdr/tests/serve/series/series_fixture.h"

namespace fdr::test {
namespace {

using Kind = RemoteMatcher::Kind;
using Matchers = std::vector<RemoteMatcher>;

constexpr std::int64_t kMillis = kEpoch * 1000;

class RemoteReadServiceTest : public testing::Test {
 protected:
  HttpResponse Post(std::string body) {
    if (!service_)
      service_ = std::make_unique<RemoteReadService>(folder_.sources(),
                                                     RemoteReadOptions{folder_.clocks()});
    HttpRequest request;
    request.method = HttpMethod::kPost;
    request.path = "/api/v1/read";
    request.body = std::move(body);
    return service_->Answer(request);
  }

  // The whole body; each piece is small.
  static std::string Gathered(const HttpResponse& response) {
    std::string body;
    for (bool is_last = false; !is_last;) {
      const Result<BodySource::Piece> piece = response.source->Next();
      EXPECT_LE(piece->data.size(), BodySource::kPiece * 5 / 4);
      body += piece->data;
      is_last = piece->is_last;
    }
    return body;
  }

  // The series of a query from At(start) to At(end).
  std::vector<ReadSeries> Read(const Matchers& matchers, std::int64_t start = 0,
                               std::int64_t end = 100, const std::string& function = {}) {
    const HttpResponse response = Post(ToSnappy(EncodedRequest({{.start = kMillis + start * 1000,
                                                                 .end = kMillis + end * 1000,
                                                                 .matchers = matchers,
                                                                 .function = function}})));
    EXPECT_EQ(response.status, 200u) << response.body;
    EXPECT_EQ(response.type, "application/x-protobuf");
    EXPECT_TRUE(response.is_final);
    const auto results = DecodedResponse(FromSnappy(Gathered(response), 1 << 24).value_or(""));
    EXPECT_EQ(results.size(), 1u);
    return results.empty() ? std::vector<ReadSeries>() : results[0];
  }

  // The samples as "TIME=VALUE"; "end" for the mark of the end of a series.
  static std::string Samples(const ReadSeries& series) {
    std::string text;
    for (const auto& [time, value] : series.samples) {
      if (!text.empty()) text += ' ';
      text += std::to_string(time - kMillis) + '=';
      text += std::isnan(value) ? "end" : std::to_string(std::llround(value * 10));
    }
    return text;
  }

  SeriesFolder folder_;
  std::unique_ptr<RemoteReadService> service_;
};

TEST_F(RemoteReadServiceTest, ASingularMetricIsASeries) {
  folder_.WriteToy();
  const auto series = Read({{Kind::kEqual, "__name__", "toy_count"}});
  ASSERT_EQ(series.size(), 1u);
  EXPECT_EQ(series[0].labels,
            (std::map<std::string, std::string>{
                {"__name__", "toy_count"}, {"hostname", "toyhost"}, {"rack", "7"}}));
  EXPECT_EQ(Samples(series[0]), "0=10000 10000=10100 20000=10200 30000=10300 40000=10400");
}

TEST_F(RemoteReadServiceTest, TheTimeIsThatOfTheQuery) {
  folder_.WriteToy();
  const auto series = Read({{Kind::kEqual, "__name__", "toy_count"}}, 10, 30);
  ASSERT_EQ(series.size(), 1u);
  EXPECT_EQ(Samples(series[0]), "10000=10100 20000=10200 30000=10300");
  EXPECT_TRUE(Read({{Kind::kEqual, "__name__", "toy_count"}}, 50, 60).empty());
  EXPECT_TRUE(Read({{Kind::kEqual, "__name__", "toy_count"}}, 30, 10).empty());
}

TEST_F(RemoteReadServiceTest, EachNameOfAnInstanceIsASeries) {
  folder_.WriteToy();
  const auto series = Read({{Kind::kEqual, "__name__", "toy_load"}});
  ASSERT_EQ(series.size(), 3u);
  EXPECT_EQ(series[0].labels.at("instname"), "a");
  EXPECT_EQ(series[0].labels.at("instid"), "1");
  EXPECT_EQ(series[0].labels.at("side"), "left");
  EXPECT_EQ(Samples(series[0]), "0=5 10000=105 20000=205 30000=305 40000=405");
  EXPECT_EQ(series[1].labels.at("instname"), "b");
  EXPECT_EQ(Samples(series[1]), "0=0 10000=-100 20000=end");
  EXPECT_EQ(series[2].labels.at("instname"), "c");
  EXPECT_EQ(Samples(series[2]), "20000=-200 30000=-300 40000=-400");
}

TEST_F(RemoteReadServiceTest, MatchersChooseSeries) {
  folder_.WriteToy();
  const auto count = [&](const Matchers& matchers) { return Read(matchers).size(); };
  EXPECT_EQ(count({}), 5u);  // three of toy.load, and both names of toy.count
  EXPECT_EQ(count({{Kind::kRegex, "__name__", "toy_.*"}, {Kind::kEqual, "instname", "a"}}), 1u);
  EXPECT_EQ(count({{Kind::kRegex, "__name__", "toy"}}), 0u) << "the whole name has to match";
  EXPECT_EQ(count({{Kind::kNotRegex, "__name__", ".*load"}}), 2u);
  EXPECT_EQ(count({{Kind::kNotEqual, "instname", "a"}}), 4u);
  EXPECT_EQ(count({{Kind::kEqual, "instname", ""}}), 2u) << "a label that is not there is empty";
  EXPECT_EQ(count({{Kind::kRegex, "instname", "a|b"}, {Kind::kEqual, "side", "left"}}), 1u);
  EXPECT_EQ(count({{Kind::kEqual, "nolabel", "x"}}), 0u);
  EXPECT_EQ(count({{Kind::kEqual, "hostname", "other"}}), 0u);
}

TEST_F(RemoteReadServiceTest, ACounterHasTheNameThatItIsScrapedBy) {
  folder_.WriteToy();
  const auto names = [&](const Matchers& matchers) {
    std::string all;
    for (const ReadSeries& series : Read(matchers)) all += series.labels.at("__name__") + " ";
    return all;
  };
  const auto scraped = Read({{Kind::kEqual, "__name__", "toy_count_total"}});
  ASSERT_EQ(scraped.size(), 1u);
  EXPECT_EQ(scraped[0].labels,
            (std::map<std::string, std::string>{
                {"__name__", "toy_count_total"}, {"hostname", "toyhost"}, {"rack", "7"}}));
  EXPECT_EQ(Samples(scraped[0]), "0=10000 10000=10100 20000=10200 30000=10300 40000=10400");
  EXPECT_EQ(names({{Kind::kRegex, "__name__", ".*_total"}}), "toy_also_total toy_count_total ");
  EXPECT_EQ(names({{Kind::kRegex, "__name__", "toy_count.*"}}), "toy_count ") << "only once";
  EXPECT_EQ(names({{Kind::kEqual, "__name__", "toy_load_total"}}), "") << "no counter";
  EXPECT_EQ(names({{Kind::kNotEqual, "__name__", "toy_count"}, {Kind::kEqual, "instname", ""}}),
            "toy_also ");
  EXPECT_EQ(names({{Kind::kRegex, "__name__", ".*_total"},
                   {Kind::kNotRegex, "__name__", ".*also_total"}}),
            "toy_count_total ");
}

TEST_F(RemoteReadServiceTest, TextsAreNoSeries) {
  folder_.WriteToy();
  EXPECT_TRUE(Read({{Kind::kRegex, "__name__", "toy_(text|bytes)"}}).empty());
}

TEST_F(RemoteReadServiceTest, ForLabelsAloneNothingIsRead) {
  folder_.WriteToy();
  const auto series = Read({{Kind::kEqual, "__name__", "toy_load"}}, 0, 100, "series");
  ASSERT_EQ(series.size(), 3u);
  EXPECT_TRUE(series[0].samples.empty());
}

TEST_F(RemoteReadServiceTest, SeriesEndAtMarksAndWithTheirInstances) {
  {
    ArchiveBuilder archive(folder_.path() + "/gaps");
    archive.Metric({.name = "toy.load", .id = kToyLoad, .type = Type::kDouble, .indom = kToyUnits})
        .InDom(At(0), kToyUnits, {{1, "a"}, {2, "b"}})
        .Record(At(0), {{kToyLoad, {{1, 1.0}, {2, 1.0}}}})
        .Record(At(10), {{kToyLoad, {{1, 2.0}}}})
        .Mark(At(10.5))
        .Record(At(20), {{kToyLoad, {{1, 3.0}}}})
        .Record(At(30), {NoValues(kToyLoad, -12350)});
  }
  const auto series = Read({});
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(Samples(series[0]), "0=10 10000=20 10001=end 20000=30 30000=end");
  EXPECT_EQ(Samples(series[1]), "0=10 10000=end");
  // A query that ends in the gap
  EXPECT_EQ(Samples(Read({{Kind::kEqual, "instname", "a"}}, 10, 15).at(0)), "10000=20 10001=end");
}

TEST_F(RemoteReadServiceTest, ASeriesEndsAtAMarkThatNoValueFollows) {
  {
    ArchiveBuilder archive(folder_.path() + "/gaps");
    archive.Metric({.name = "toy.load", .id = kToyLoad, .type = Type::kDouble, .indom = kToyUnits})
        .Metric({.name = "toy.count", .id = kToyCount})
        .InDom(At(0), kToyUnits, {{1, "a"}, {2, "b"}})
        .Record(At(0), {{kToyLoad, {{1, 1.0}, {2, 1.0}}}})
        .Mark(At(10.5))
        .Record(At(20), {Single(kToyCount, std::int64_t{1})});
  }
  const Matchers load = {{Kind::kEqual, "__name__", "toy_load"}};
  EXPECT_EQ(Samples(Read(load).at(0)), "0=10 1=end");
}

TEST_F(RemoteReadServiceTest, ALargeAnswerIsSentInPieces) {
  constexpr int kRecords = 20'000;
  {
    ArchiveBuilder archive(folder_.path() + "/large");
    archive.Metric({.name = "toy.load", .id = kToyLoad, .type = Type::kDouble, .indom = kToyUnits})
        .InDom(At(0), kToyUnits, {{1, "a"}, {2, "b"}});
    for (int i = 0; i < kRecords; ++i)
      archive.Record(At(i), {{kToyLoad, {{1, 0.1 * i}, {2, 0.2 * i}}}});
  }
  const auto series = Read({}, 0, kRecords);
  ASSERT_EQ(series.size(), 2u);
  for (const ReadSeries& one : series) EXPECT_EQ(one.samples.size(), std::size_t{kRecords});
  EXPECT_EQ(series[1].samples.back().second, 0.2 * (kRecords - 1));
}

TEST_F(RemoteReadServiceTest, EachQueryHasItsResult) {
  folder_.WriteToy();
  RemoteQuery none, count;
  none.matchers = {{Kind::kEqual, "__name__", "none"}};
  count.end = kMillis + 1;
  count.matchers = {{Kind::kEqual, "__name__", "toy_count"}};
  const HttpResponse response = Post(ToSnappy(EncodedRequest({none, count, none})));
  const auto results = DecodedResponse(FromSnappy(Gathered(response), 1 << 20).value_or(""));
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[0].empty());
  ASSERT_EQ(results[1].size(), 1u);
  EXPECT_EQ(Samples(results[1][0]), "0=10000");
  EXPECT_TRUE(results[2].empty());
}

TEST_F(RemoteReadServiceTest, BadRequestsAreRefused) {
  folder_.WriteToy();
  EXPECT_EQ(Post("no snappy").status, 400u);
  EXPECT_EQ(Post(ToSnappy("no message")).status, 400u);
  EXPECT_EQ(Post(ToSnappy(std::string(5 << 20, 'x'))).status, 503u);
  const auto with = [&](const std::string& regex) {
    RemoteQuery query;
    query.matchers = {{Kind::kRegex, "a", regex}};
    return Post(ToSnappy(EncodedRequest({query}))).status;
  };
  EXPECT_EQ(with("("), 400u);
  EXPECT_EQ(with(".*"), 200u);
}

TEST_F(RemoteReadServiceTest, OnlyPostsAreAnswered) {
  folder_.WriteToy();
  static_cast<void>(Post(""));
  HttpRequest request;
  request.path = "/api/v1/read";
  EXPECT_EQ(service_->Answer(request).status, 405u);
  request.method = HttpMethod::kPost;
  request.path = "/api/v1/query";
  EXPECT_EQ(service_->Answer(request).status, 404u);
}

TEST(SampleBudget, IsTakenOnce) {
  SampleBudget budget;
  EXPECT_TRUE(budget.Take(SampleBudget::kMost - 1));
  EXPECT_EQ(budget.Take(2).error().code, Errc::kTooLarge);
  EXPECT_TRUE(budget.Take(1));
}

}  // namespace
}  // namespace fdr::test

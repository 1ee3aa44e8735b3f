// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values of live sources.

#include <fmt/format.h>

#include <filesystem>

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/series/series_service.h"
#include "fdr/tests/serve/series/series_fixture.h"
#include "fdr/tests/serve/series/toy_live.h"

namespace fdr::test {
namespace {

class LiveSeriesTest : public testing::Test {
 protected:
  LiveSeriesTest() { folder_.WriteToy(); }

  // The toy is a host, beside the archives of a folder.
  SeriesService& service() {
    if (service_) return *service_;
    auto all = others_ ? others_->sources().List() : std::vector<std::shared_ptr<WebSource>>();
    host_ = std::make_shared<ToyLive>("toyhost", folder_.path() + "/toy", pool_.MakeLane());
    all.push_back(host_);
    sources_ = std::make_unique<ToySources>(std::move(all));
    const Clocks clocks = {[this] { return now_; }, [this] { return At(wall_); }};
    service_ =
        std::make_unique<SeriesService>(*sources_, SeriesOptions{.clocks = clocks, .zone = {}});
    return *service_;
  }

  std::string Body(const std::string& url) {
    const Answered answered = Ask(service(), url);
    EXPECT_EQ(answered.status, 200u) << url << " " << answered.body;
    EXPECT_FALSE(answered.is_cut);
    return answered.body;
  }
  std::string IdOf(const std::string& expression) {
    return Body("/series/query?expr=" + expression).substr(2, 40);
  }
  // "0=1000 10=1010": times and values of a series; of those with instances, with the beginning of
  // their identifiers.
  std::string Values(const std::string& id, const std::string& window = "") {
    return Rows(Body("/series/values?series=" + id + window));
  }
  std::string Query(const std::string& expression) {
    return Rows(Body("/series/query?expr=" + expression));
  }
  static std::string Rows(const std::string& body) {
    const std::string stamp = "\"timestamp\":1700000", value = "\"value\":\"";
    std::string all;
    for (std::size_t at = body.find(stamp); at != std::string::npos;
         at = body.find(stamp, at + 1)) {
      const std::size_t begin = body.find(value, at) + value.size();
      all += fmt::format("{}{}={}", all.empty() ? "" : " ",
                         std::stoi(body.substr(at + stamp.size(), 6)) / 1000,
                         body.substr(begin, body.find('"', begin) - begin));
    }
    return all;
  }

  SeriesFolder folder_;
  std::unique_ptr<SeriesFolder> others_;
  WorkerPool pool_{1};
  std::shared_ptr<ToyLive> host_;
  std::chrono::nanoseconds now_{0};
  double wall_ = 5;
  std::unique_ptr<ToySources> sources_;
  std::unique_ptr<SeriesService> service_;
};

TEST_F(LiveSeriesTest, EachRequestFetchesASample) {
  const std::string id = IdOf("toy.count");
  EXPECT_EQ(host_->fetches(), 0) << "identifiers need no values";
  EXPECT_EQ(Body("/series/values?series=" + id),
            "[{\"series\":\"" + id + "\",\"timestamp\":1700000000000.000,\"value\":\"1000\"}]\r\n");
  EXPECT_EQ(Values(id), "10=1010");
  EXPECT_EQ(Values(id, "&samples=2"), "20=1020 10=1010");
  EXPECT_EQ(host_->fetches(), 3);
}

TEST_F(LiveSeriesTest, AWindowHasWhatWasFetchedInIt) {
  const std::string id = IdOf("toy.count");
  EXPECT_EQ(Values(id, "&start=-1m"), "0=1000");
  EXPECT_EQ(Values(id, "&start=-1m&finish=1700003600"), "0=1000 10=1010");
  EXPECT_EQ(Values(id, "&start=-1m"), "0=1000 10=1010 20=1020");
  EXPECT_EQ(Values(id, "&start=1700000010"), "10=1010 20=1020 30=1030");
  EXPECT_EQ(Values(id, "&start=1700000000&interval=20"), "0=1000 20=1020 40=1040");
}

TEST_F(LiveSeriesTest, AWindowLongAgoFetchesNothing) {
  const std::string id = IdOf("toy.count");
  EXPECT_EQ(Values(id, "&finish=1699999900"), "");
  EXPECT_EQ(Values(id, "&start=1700000900"), "");
  EXPECT_EQ(host_->fetches(), 0);
  Values(id);
  wall_ = 1000;
  EXPECT_EQ(Values(id, "&finish=1700000900"), "0=1000");
  EXPECT_EQ(host_->fetches(), 1);
}

TEST_F(LiveSeriesTest, AllSeriesOfARequestAreFetchedTogether) {
  const std::string count = IdOf("toy.count"), also = IdOf("toy.also"), load = IdOf("toy.load");
  EXPECT_EQ(Values(count + "," + also + "," + load), "0=1000 0=1000 0=0.5 0=-0");
  EXPECT_EQ(host_->fetches(), 1);
}

TEST_F(LiveSeriesTest, RatesHaveASampleFromTheSecondRequestOn) {
  EXPECT_EQ(Query("rate(toy.count[samples:2])"), "");
  EXPECT_EQ(Query("rate(toy.count[samples:2])"), "10=1");
  const std::string id = IdOf("rate(toy.count)");
  EXPECT_EQ(Values(id, "&start=-1m"), "10=1 20=1");
}

TEST_F(LiveSeriesTest, ExpressionsComputeWithTheSampleOfNow) {
  EXPECT_EQ(Query("toy.count[samples:1] %2B toy.also[samples:1]"), "0=2000");
  EXPECT_EQ(host_->fetches(), 1);
  EXPECT_EQ(Query("max_inst(toy.load[samples:1])"), "10=10.5 10=-10");
}

TEST_F(LiveSeriesTest, TextsAreValues) {
  const std::string id = IdOf("toy.text");
  EXPECT_EQ(Values(id), "10=say \\");
}

TEST_F(LiveSeriesTest, AnArchiveOfTheHostAnswersInItsPlace) {
  others_ = std::make_unique<SeriesFolder>();
  others_->WriteToy(20);
  const std::string id = IdOf("toy.count");
  EXPECT_EQ(Values(id), "20=1020");
  EXPECT_EQ(Query("toy.count[samples:1]"), "20=1020");
  EXPECT_EQ(Query("toy.count[samples:1] * 1"), "20=1020");
  EXPECT_EQ(host_->fetches(), 0);
}

TEST_F(LiveSeriesTest, AHostThatIsGoneHasWhatWasFetchedBefore) {
  const std::string id = IdOf("toy.count");
  host_->SetGone(true);
  EXPECT_EQ(Values(id), "");
  EXPECT_EQ(Query("toy.count[samples:1] * 1"), "");
  host_->SetGone(false);
  EXPECT_EQ(Values(id), "0=1000");
  host_->SetGone(true);
  EXPECT_EQ(Values(id), "0=1000");
  now_ += std::chrono::minutes(11);
  EXPECT_EQ(Values(id), "");
}

TEST_F(LiveSeriesTest, AHostMayEndBetweenTheErrands) {
  const std::string id = IdOf("toy.count");
  HttpRequest request;
  request.path = "/series/values";
  request.parameters.Add("series", id);
  HttpResponse response = service().Answer(request);
  ASSERT_TRUE(response.later);
  sources_ = std::make_unique<ToySources>(std::vector<std::shared_ptr<WebSource>>());
  host_ = nullptr;
  response.later->errands.front().work();
  service_ = std::make_unique<SeriesService>(*sources_,
                                             SeriesOptions{.clocks = folder_.clocks(), .zone = {}});
  EXPECT_EQ(Values(id), "");
}

// A disk "c" comes when "b" goes.
TEST_F(LiveSeriesTest, InstancesComeAndGo) {
  std::filesystem::remove_all(folder_.path() + "/toy.0");
  std::filesystem::remove_all(folder_.path() + "/toy.meta");
  std::filesystem::remove_all(folder_.path() + "/toy.index");
  ArchiveBuilder(folder_.path() + "/toy")
      .Metric({.name = "toy.load", .id = kToyLoad, .type = Type::kDouble, .indom = kToyUnits})
      .InDom(At(0), kToyUnits, {{1, "a"}, {2, "b"}})
      .Record(At(0), {{kToyLoad, {{1, 1.0}, {2, 2.0}}}})
      .InDom(At(10), kToyUnits, {{1, "a"}, {3, "c"}})
      .Record(At(10), {{kToyLoad, {{1, 11.0}, {3, 13.0}}}})
      .Close();
  const std::string id = IdOf("toy.load");
  EXPECT_EQ(Values(id, "&start=-1m"), "0=1 0=2");
  EXPECT_EQ(Values(id, "&start=-1m"), "0=1 10=11 10=13");
  EXPECT_EQ(Body("/series/instances"), "[\"a\",\"c\"]\r\n");
  EXPECT_NE(Body("/series/labels?series=" + InstanceSeriesId("c", R"({"hostname":"toyhost"})"))
                .find("toyhost"),
            std::string::npos);
}

TEST(LiveMachineTest, ThisMachineHasTheSampleOfNow) {
  const SeriesFolder times;
  WorkerPool pool(1);
  WebSourcesOptions options;
  options.clocks = times.clocks();
  options.machine.clock = options.clocks.wall;
  const auto sources = WebSources::Open(pool, std::move(options));
  ASSERT_TRUE(sources) << sources.error().what;
  SeriesService service(**sources, {.clocks = times.clocks(), .zone = {}});
  HttpRequest request;
  request.path = "/series/query";
  request.parameters.Add("expr", "hinv.ncpu");
  EXPECT_EQ(service.PlaceOf(request).kind, HttpService::Place::kAnywhere);
  const std::string id = AnsweredBy(AnswerOf(service, request)).body.substr(2, 40);
  EXPECT_FALSE(service.Answer(request).later) << "it is known now";
  EXPECT_NE(Ask(service, "/series/metrics?series=" + id).body.find("hinv.ncpu"), std::string::npos);
  EXPECT_NE(Ask(service, "/series/labels?series=" + id).body.find("hostname"), std::string::npos);
  EXPECT_NE(Ask(service, "/series/instances?match=1 minute").body.find("1 minute"),
            std::string::npos);
  const std::string values = Ask(service, "/series/values?series=" + id).body;
  EXPECT_TRUE(values.starts_with("[{\"series\":\"" + id +
                                 "\",\"timestamp\":1700000040000.000,\"value\":\""))
      << values;
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records that are not read do not change an answer.

#include "fdr/replay/serve/series/sample_skip.h"

#include <gtest/gtest.h>

#include <random>

#include "fdr/replay/serve/series/id/series_id.h"
#include "fdr/replay/serve/series/series_service.h"
#include "fdr/tests/serve/series/chosen_times.h"
#include "fdr/tests/serve/series/series_fixture.h"

namespace fdr::test {
namespace {

const test::Metric kCountMetric{
    .name = "toy.count", .id = kToyCount, .type = Type::kU32, .semantics = Semantics::kInstant};
const test::Metric kLoadMetric{
    .name = "toy.load", .id = kToyLoad, .type = Type::kU32, .semantics = Semantics::kInstant};

// An archive without the usual index: those have an entry for each 100 kB.
WriterOptions Options() {
  WriterOptions options = ArchiveBuilder::Options(Version::k3);
  options.copy_index = true;
  return options;
}

void AddIndexEntry(ArchiveBuilder& archive) {
  EXPECT_TRUE(archive.writer().CopyIndexEntry(*archive.writer().last_result()));
}

// A record each second; each tenth has toy.load, too, and an entry in the index.
void WriteSeconds(const std::string& base, int count) {
  ArchiveBuilder archive(base, Options());
  archive.Metric(kCountMetric).Metric(kLoadMetric);
  for (int i = 0; i < count; ++i) {
    std::vector<Values> sets = {Single(kToyCount, 1.0 * i)};
    if (i % 10 == 0) sets.push_back(Single(kToyLoad, 1.0 * i));
    archive.Record(At(i), sets);
    if (i % 10 == 0) AddIndexEntry(archive);
  }
}

class SampleSkipTest : public testing::Test {
 protected:
  void SetUp() override {
    WriteSeconds(folder_ / "a", 200);
    context_ = std::move(*ArchiveContext::Open(folder_ / "a"));
  }

  // The second of the record that is read; -1 for none.
  static double Read(SampleSkip& skip, const std::vector<MetricId>& metrics, double from,
                     double until) {
    FetchResult result;
    const Result<bool> read = skip.ReadLast(metrics, At(from), At(until), result);
    EXPECT_TRUE(read.has_value());
    return *read ? SecondsBetween(At(0), result.stamp()) : -1;
  }

  TempDirectory folder_;
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(SampleSkipTest, FindsTheLastRecordUpToATime) {
  SampleSkip skip(*context_);
  EXPECT_EQ(Read(skip, {kToyCount}, 1, 15), -1) << "to read the records is cheaper";
  EXPECT_EQ(Read(skip, {kToyCount}, 1, 50.5), 50);
  EXPECT_EQ(Read(skip, {kToyCount}, 1, 50.5), -1) << "again";
  EXPECT_EQ(Read(skip, {kToyCount}, 1, 1000), 199);
  EXPECT_EQ(Read(skip, {kToyCount}, 150, 1001), 199);
  EXPECT_EQ(Read(skip, {kToyCount}, 199.5, 2000), -1) << "there is none behind";
}

TEST_F(SampleSkipTest, ARecordWithoutAllMetricsEndsIt) {
  SampleSkip skip(*context_);
  EXPECT_EQ(Read(skip, {kToyCount, kToyLoad}, 1, 50), 50);
  EXPECT_EQ(Read(skip, {kToyCount, kToyLoad}, 1, 75), -1);
  EXPECT_EQ(Read(skip, {kToyCount, kToyLoad}, 1, 100), -1);
}

// Rates of recording change, metrics come and go, and there are marks and silences.
void WriteRandom(const std::string& base, unsigned seed) {
  std::mt19937 random(seed);
  ArchiveBuilder archive(base, Options());
  archive.Metric(kCountMetric).Metric(kLoadMetric);
  int step = 1, kind = 3;
  for (int t = 0; t < 6000; t += step) {
    if (random() % 60 == 0) step = 1 + static_cast<int>(random() % 12);
    if (random() % 40 == 0) kind = static_cast<int>(random() % 5);
    if (random() % 200 == 0) archive.Mark(At(t));
    if (random() % 100 == 0) t += 500;
    std::vector<Values> sets;
    if ((kind & 1) != 0 || kind == 4) sets.push_back(Single(kToyCount, 1.0 * t));
    if ((kind & 2) != 0) sets.push_back(Single(kToyLoad, 1.0 * t));
    if (sets.empty()) sets.push_back(NoValues(kToyCount));
    archive.Record(At(t + 0.5), sets);
    if (random() % 5 == 0) AddIndexEntry(archive);
  }
}

// The times of the rows of a series.
std::vector<double> TimesOf(const std::string& id, const std::string& body) {
  const std::string head = "{\"series\":\"" + id + "\",\"timestamp\":";
  std::vector<double> times;
  for (std::size_t at = body.find(head); at != std::string::npos; at = body.find(head, at + 1))
    times.push_back(std::stod(body.substr(at + head.size())) / 1000 - static_cast<double>(kEpoch));
  return times;
}

TEST(SampleSkipAnswersTest, AreThoseOfAllSamples) {
  std::size_t samples = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    SeriesFolder folder;
    WriteRandom(folder.path() + "/random", seed);
    SeriesService service(folder.sources(), {.clocks = folder.clocks(), .zone = {}});
    const auto id_of = [](const test::Metric& metric) {
      return MetricSeriesId(metric.name, R"({"hostname":"toyhost"})",
                            {metric.id, metric.type, {}, metric.semantics, {}});
    };
    const std::string count = id_of(kCountMetric), load = id_of(kLoadMetric);
    for (const std::string& asked : {count, load, count + "," + load}) {
      const auto ask = [&](int start, int interval, int finish) {
        return Ask(service, "/series/values?series=" + asked +
                                "&start=" + std::to_string(kEpoch + start) +
                                "&finish=" + std::to_string(kEpoch + finish) +
                                "&interval=" + std::to_string(interval))
            .body;
      };
      for (const auto& [start, finish] : {std::pair(0, 6000), {777, 3333}, {-500, 9000}}) {
        const std::string all = ask(start, 0, finish);
        samples += TimesOf(count, all).size();
        for (const int interval : {7, 20, 60, 333, 2000, 100000}) {
          const std::string some = ask(start, interval, finish);
          for (const std::string& id : {count, load})
            EXPECT_EQ(TimesOf(id, some), ChosenTimes(start, interval, TimesOf(id, all)))
                << seed << ' ' << asked << ' ' << start << ' ' << interval;
        }
      }
    }
  }
  EXPECT_GT(samples, 2000u);
}

}  // namespace
}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "fdr/replay/serve/viewer/buckets/pyramid.h"
#include "fdr/replay/serve/viewer/buckets/window_buckets.h"
#include "fdr/tests/serve/viewer/bucket_model.h"
#include "fdr/tests/serve/viewer/viewer_archives.h"
#include "fdr/tests/support/random_archive.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

std::unique_ptr<ArchiveContext> Open(const std::string& names) {
  auto archive = ArchiveContext::Open(names);
  EXPECT_TRUE(archive) << archive.error().Message();
  return std::move(*archive);
}

// A series, both from the pyramid and from the records of the window.
std::vector<ValueSums> BucketsOf(ArchiveContext& archive, const ColumnKey& key,
                                 const TimeGrid& grid, std::size_t series = 0) {
  Pyramid pyramid(kEnough);
  const auto columns = pyramid.Get(archive, 1, std::span(&key, 1), NoLimit);
  EXPECT_TRUE(columns) << columns.error().Message();
  SeriesBuckets buckets(grid);
  columns->columns[0]->Fill(series, *columns->moments, buckets);
  WindowBuckets window(archive, std::span(&key, 1), grid, kEnough);
  EXPECT_TRUE(window.Read(archive, NoLimit));
  for (std::size_t k = 0; series < window.instances(0).size() && k < grid.size(); ++k) {
    EXPECT_EQ(window.Of(0, series).buckets()[k].count, buckets.buckets()[k].count) << k;
  }
  return {buckets.buckets().begin(), buckets.buckets().end()};
}

// The same, by the name of a metric.
std::vector<ValueSums> BucketsOf(ArchiveContext& archive, const std::string& metric,
                                 const TimeGrid& grid, bool raw = false, std::size_t series = 0) {
  return BucketsOf(archive, ColumnKey{*archive.Find(metric), raw}, grid, series);
}

// "count min max last mean" of each bucket.
std::string Text(const std::vector<ValueSums>& buckets) {
  std::string text;
  for (const ValueSums& one : buckets) {
    char line[100];
    std::snprintf(line, sizeof line, "%s%d %g %g %g %g", text.empty() ? "" : ", ",
                  static_cast<int>(one.count), one.min, one.max, one.last, one.Mean());
    text += line;
  }
  return text;
}

constexpr const char* kToy = R"(
time     1000  1010  1015  1020  1030  1040
c         100   200     |    10    20    35   counter
i         100   200     |    10    20    30   instant
d         100   200     |    10    20    30   discrete
once      100     .     |     .     .     .   discrete
)";

TEST(BucketsTest, ARateBelongsToTheLaterRecordAndNeverCrossesAMark) {
  const TempDirectory directory;
  WriteToy(directory / "m", kToy);
  const auto archive = Open(directory / "m");
  const TimeGrid grid(Toy(1000), Toy(1050), 5);
  EXPECT_EQ(Text(BucketsOf(*archive, "c", grid)),
            "0 nan nan nan 10, 1 10 10 10 10, 0 nan nan nan 1, 1 1 1 1 1.5, 1 1.5 1.5 1.5 1.5");
}

TEST(BucketsTest, AnInstantValueHoldsHalfWayToItsNeighbours) {
  const TempDirectory directory;
  WriteToy(directory / "m", kToy);
  const auto archive = Open(directory / "m");
  const TimeGrid grid(Toy(1000), Toy(1050), 5);
  EXPECT_EQ(Text(BucketsOf(*archive, "i", grid)),
            "1 100 100 100 150, 1 200 200 200 200, 1 10 10 10 15, 1 20 20 20 25, 1 30 30 30 30");
  EXPECT_EQ(Text(BucketsOf(*archive, "c", grid, true)),
            "1 100 100 100 150, 1 200 200 200 200, 1 10 10 10 15, 1 20 20 20 27.5, 1 35 35 35 35");
}

TEST(BucketsTest, ADiscreteValueHoldsUpToTheGapOrTheEnd) {
  const TempDirectory directory;
  WriteToy(directory / "m", kToy);
  const auto archive = Open(directory / "m");
  const TimeGrid grid(Toy(1000), Toy(1050), 10);
  EXPECT_EQ(Text(BucketsOf(*archive, "once", grid)),
            "1 100 100 100 100, 0 nan nan nan 100, 0 nan nan nan 100, 0 nan nan nan nan, "
            "0 nan nan nan nan, 0 nan nan nan nan, 0 nan nan nan nan, 0 nan nan nan nan, "
            "0 nan nan nan nan, 0 nan nan nan nan");
  EXPECT_EQ(Text(BucketsOf(*archive, "d", TimeGrid(Toy(1035), Toy(1055), 2))),
            "1 30 30 30 30, 0 nan nan nan nan");
}

TEST(BucketsTest, AnInstanceThatIsGoneHasNoValueMeanwhile) {
  const TempDirectory directory;
  WriteToy(directory / "m", R"(
time     1000  1010  1020  1030  1040
x[1]      10     20     .    40    50   instant
x[2]       1      1     1     1     1   instant
e[1]       7      7     .     .     .   discrete
e[2]       1      1     1     1     1   discrete
)");
  const auto archive = Open(directory / "m");
  const TimeGrid grid(Toy(1000), Toy(1040), 4);
  EXPECT_EQ(Text(BucketsOf(*archive, "x", grid)),
            "1 10 10 10 15, 1 20 20 20 20, 0 nan nan nan nan, 1 40 40 40 45");
  EXPECT_EQ(Text(BucketsOf(*archive, "e", grid)),
            "1 7 7 7 7, 1 7 7 7 7, 0 nan nan nan nan, 0 nan nan nan nan");
}

TEST(BucketsTest, AnExtremeIsOfAllTheTimeSinceTheSampleBefore) {
  const TempDirectory directory;
  WriteToy(directory / "m", R"(
time     1000  1010  1015  1020  1030  1040
c         100   200     |    10    20    30   counter
top         .    50     |     .     5     .   instant
)");
  const auto archive = Open(directory / "m");
  const ColumnKey top{.metric = *archive->Find("top"), .extreme_of = *archive->Find("c")};
  const auto most = [&](double from, double to, std::uint32_t n) {
    std::string text;
    for (const ValueSums& one : BucketsOf(*archive, top, TimeGrid(Toy(from), Toy(to), n)))
      text += one.count > 0 ? std::to_string(std::lround(one.max)) + " " : "- ";
    return text;
  };
  EXPECT_EQ(most(1000, 1040, 8), "50 50 - - 5 5 - - ");
  EXPECT_EQ(most(1000, 1040, 1), "50 ");
  // The samples lie outside of these windows.
  EXPECT_EQ(most(1002, 1006, 2), "50 50 ");
  EXPECT_EQ(most(1022, 1026, 1), "5 ");
  EXPECT_EQ(most(1032, 1036, 1), "- ");
}

TEST(BucketsTest, ACounterThatGoesDownHasNoRate) {
  const TempDirectory directory;
  WriteToy(directory / "m", R"(
time     1000  1010  1020  1030
c         100   200    50   100   counter u32
)");
  const auto archive = Open(directory / "m");
  EXPECT_EQ(Text(BucketsOf(*archive, "c", TimeGrid(Toy(1000), Toy(1040), 4))),
            "0 nan nan nan 10, 1 10 10 10 10, 0 nan nan nan 5, 1 5 5 5 5");
}

TEST(BucketsTest, LargeNumbersAndNoNumbers) {
  const TempDirectory directory;
  WriteToy(directory / "m", R"(
time                      1000                  1010                  1020  1030
u         18446744073709551615   9223372036854775808                     0     0   instant u64
c          9223372036854775807   9223372036854775808  18446744073709551615     0   counter u64
r                       1e308                 1e308                   nan 1e308   instant double
)");
  const auto archive = Open(directory / "m");
  const TimeGrid one(Toy(1000), Toy(1031), 1);
  EXPECT_EQ(Text(BucketsOf(*archive, "u", TimeGrid(Toy(1005), Toy(1015), 1))),
            "1 9.22337e+18 9.22337e+18 9.22337e+18 9.22337e+18");
  EXPECT_EQ(Text(BucketsOf(*archive, "c", one)), "2 0.1 9.22337e+17 9.22337e+17 4.61169e+17");
  EXPECT_EQ(Text(BucketsOf(*archive, "r", one)), "3 1e+308 1e+308 1e+308 1e+308");
}

TEST(BucketsTest, ASpikeIsSeenInEveryOverview) {
  const TempDirectory directory;
  constexpr int kRecords = 100'000, kSpike = 61'803;
  const MetricId metric = MetricId::Build(60, 0, 1);
  {
    ArchiveBuilder archive(directory / "long");
    archive.Metric({.name = "toy.spike", .id = metric, .type = Type::kDouble});
    for (int i = 0; i < kRecords; ++i)
      archive.Record(At(i), {Single(metric, i == kSpike ? 9.5 : 1.0)});
  }
  const auto archive = Open(directory / "long");
  for (const std::uint32_t n : {1u, 7u, 64u, 1200u, 10000u}) {
    const auto buckets = BucketsOf(*archive, "toy.spike", TimeGrid(Toy(0), Toy(kRecords), n));
    std::uint64_t count = 0;
    double highest = 0;
    for (const ValueSums& one : buckets) {
      count += one.count;
      highest = std::max(highest, one.max);
    }
    EXPECT_EQ(count, kRecords);
    EXPECT_EQ(highest, 9.5);
  }
}

void ExpectSame(const ValueSums& got, const ValueSums& want, const std::string& where) {
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  EXPECT_EQ(got.count, want.count) << where;
  EXPECT_TRUE(same(got.min, want.min)) << where << ": " << got.min << ", not " << want.min;
  EXPECT_TRUE(same(got.max, want.max)) << where << ": " << got.max << ", not " << want.max;
  EXPECT_TRUE(same(got.last, want.last)) << where << ": " << got.last << ", not " << want.last;
  const double a = got.Mean(), b = want.Mean();
  const double scale = std::max({std::fabs(want.min), std::fabs(want.max), std::fabs(b), 1e-300});
  EXPECT_TRUE(same(a, b) || std::fabs(a - b) <= 1e-9 * scale)
      << where << ": " << a << ", not " << b;
}

TimeGrid RandomGrid(const BucketModel& model, std::mt19937_64& random) {
  const std::vector<Nanos>& moments = model.moments();
  const auto pick = [&] {
    const Nanos at = moments[random() % moments.size()];
    return random() % 2 == 0 ? at
                             : at + static_cast<Nanos>(random() % 20'000'000'000) - 10'000'000'000;
  };
  const Nanos from = pick(), to = std::max(pick(), from + 1 + static_cast<Nanos>(random() % 100));
  return {from, to, static_cast<std::uint32_t>(1 + random() % 50)};
}

// Random windows of an archive, from the pyramid and from the records.
void ExpectModel(ArchiveContext& archive, const BucketModel& model,
                 const std::vector<RandomMetric>& metrics, std::uint64_t seed) {
  std::vector<ColumnKey> keys;
  std::vector<Desc> descs;
  for (const RandomMetric& metric : metrics)
    for (const bool raw : {false, true})
      if (IsNumeric(metric.desc.type)) {
        keys.push_back({metric.desc.id, raw});
        descs.push_back(metric.desc);
      }
  Pyramid pyramid(kEnough);
  std::mt19937_64 random(seed);
  for (int window = 0; window < 6; ++window) {
    const TimeGrid grid = RandomGrid(model, random);
    const auto columns = pyramid.Get(archive, 1, keys, NoLimit);
    ASSERT_TRUE(columns) << columns.error().Message();
    WindowBuckets direct(archive, keys, grid, kEnough);
    ASSERT_TRUE(direct.Read(archive, NoLimit));
    for (std::size_t key = 0; key < keys.size(); ++key) {
      const auto instances = columns->columns[key]->instances();
      for (const InstanceId instance : model.Instances(keys[key].metric)) {
        const auto want = model.Buckets(descs[key], keys[key].raw, instance, grid);
        const auto place = std::find(instances.begin(), instances.end(), instance);
        ASSERT_NE(place, instances.end());
        SeriesBuckets got(grid);
        columns->columns[key]->Fill(static_cast<std::size_t>(place - instances.begin()),
                                    *columns->moments, got);
        const auto met = direct.instances(key);
        const auto found = std::find(met.begin(), met.end(), instance);
        for (std::size_t k = 0; k < grid.size(); ++k) {
          const std::string where = "seed " + std::to_string(seed) + ", window " +
                                    std::to_string(window) + ", " + ToString(descs[key].id) +
                                    (keys[key].raw ? " raw" : "") + "[" + std::to_string(instance) +
                                    "], bucket " + std::to_string(k);
          ExpectSame(got.buckets()[k], want[k], where);
          ExpectSame(
              found == met.end()
                  ? ValueSums()
                  : direct.Of(key, static_cast<std::size_t>(found - met.begin())).buckets()[k],
              want[k], where + " of the window");
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(BucketsTest, AgreeWithAModelOnRandomArchives) {
  const int rounds = (IsSoak() ? 300 : 20) / kSlowness;
  for (int round = 0; round < rounds && !HasFailure(); ++round) {
    const TempDirectory directory;
    const auto seed = static_cast<std::uint64_t>(round);
    const RandomHistory history = WriteRandomArchives(directory.path(), seed + 4000);
    const auto archive = Open(history.names);
    const BucketModel model(*archive);
    if (!model.overlaps()) ExpectModel(*archive, model, history.metrics, seed);
  }
}

TEST(BucketsTest, ARateNeverSpansAFewMilliseconds) {
  const TempDirectory directory;
  WriteToy(directory / "m", R"(
time     1000  1010  1010.015  1020  1020.02  1030
c         100   200       260   300      360   400   counter
x[1]      100   200         .   300      360     .   counter
x[2]        0     0       100   400      500   600   counter
)");
  const auto archive = Open(directory / "m");
  const TimeGrid grid(Toy(1000), Toy(1040), 4);
  EXPECT_EQ(Text(BucketsOf(*archive, "c", grid)),
            "0 nan nan nan 10, 1 10 10 10 10, 1 10 10 10 10, 1 10 10 10 10");
  // An instance is gone in the sample that lacks it, however close it is to others.
  EXPECT_EQ(Text(BucketsOf(*archive, "x", grid)),
            "0 nan nan nan 10, 1 10 10 10 10, 0 nan nan nan nan, 0 nan nan nan nan");
  EXPECT_EQ(Text(BucketsOf(*archive, "x", grid, false, 1)),
            "0 nan nan nan 0, 1 0 0 0 40, 1 40 40 40 20, 1 20 20 20 20");
  EXPECT_EQ(Text(BucketsOf(*archive, "c", TimeGrid(Toy(1010.01), Toy(1020.01), 1))),
            "1 10 10 10 10");
}

TEST(BucketsTest, BurstsAgreeWithTheModel) {
  constexpr std::int64_t kSteps[] = {1,          15'000'000, 30'000'000,   49'999'999,
                                     50'000'000, 60'000'000, 1'000'000'000};
  const int rounds = (IsSoak() ? 300 : 12) / kSlowness;
  for (int round = 0; round < rounds && !HasFailure(); ++round) {
    const TempDirectory directory;
    const auto seed = static_cast<std::uint64_t>(round);
    std::mt19937_64 random(seed);
    const RandomMetric counter{{MetricId::Build(60, 0, 1), Type::kU64, {}, Semantics::kCounter, {}},
                               "toy.c"};
    const RandomMetric level{{MetricId::Build(60, 0, 2), Type::kU64, {}, Semantics::kInstant, {}},
                             "toy.i"};
    {
      ArchiveBuilder builder(directory / "m");
      for (const RandomMetric& metric : {counter, level})
        builder.Metric({.name = metric.name,
                        .id = metric.desc.id,
                        .type = metric.desc.type,
                        .semantics = metric.desc.semantics});
      Timestamp now = At(0);
      std::uint64_t value = 0;
      const std::size_t dense = random() % 3 == 0 ? 4 : std::size(kSteps);
      for (int i = 0; i < 60; ++i) {
        now = now.Plus(kSteps[random() % dense]);
        if (random() % 20 == 0)
          builder.Mark(now);
        else
          builder.Record(now, {Single(random() % 4 == 0 ? level.desc.id : counter.desc.id,
                                      value += random() % 100)});
      }
    }
    const auto archive = Open(directory / "m");
    ExpectModel(*archive, BucketModel(*archive), {counter, level}, seed);
  }
}

}  // namespace
}  // namespace fdr::test

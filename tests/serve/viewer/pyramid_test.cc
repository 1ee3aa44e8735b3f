// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/pyramid.h"

#include <gtest/gtest.h>

#include <thread>

#include "fdr/tests/serve/viewer/viewer_archives.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

constexpr const char* kGrowing = R"(
time     1000  1010  1015  1020  1030  1040
c         100   200     |    10    20    35   counter
d         100   200     |    10    20    30   discrete
)";

std::vector<ValueSums> Filled(const Pyramid::Columns& columns, const TimeGrid& grid,
                              std::size_t key = 0) {
  SeriesBuckets buckets(grid);
  columns.columns[key]->Fill(0, *columns.moments, buckets);
  return {buckets.buckets().begin(), buckets.buckets().end()};
}

class PyramidTest : public testing::Test {
 protected:
  std::unique_ptr<ArchiveContext> Open() { return *ArchiveContext::Open(directory_ / "m"); }

  TempDirectory directory_;
};

TEST_F(PyramidTest, AGrowingArchiveIsReadOn) {
  ToyArchive toy(directory_ / "m", kGrowing);
  Pyramid pyramid(kEnough);
  const TimeGrid grid(Toy(1000), Toy(1050), 5);
  const std::vector<std::string> want_counts = {"00000", "01000", "01000", "01010", "01011"};
  std::uint64_t generation = 0;
  const std::vector<ColumnKey> keys = {{ToyMetric("c"), false}, {ToyMetric("d"), false}};
  std::vector<Pyramid::Columns> earlier;
  for (const double end : {1000.0, 1010.0, 1020.0, 1030.0, 1040.0}) {
    toy.WriteUpTo(end);
    const auto archive = Open();
    const auto columns = pyramid.Get(*archive, ++generation, keys, NoLimit);
    ASSERT_TRUE(columns) << columns.error().Message();
    std::string counts;
    for (const ValueSums& one : Filled(*columns, grid)) counts += std::to_string(one.count);
    EXPECT_EQ(counts, want_counts[generation - 1]);
    earlier.push_back(*columns);
  }
  // What was answered before has not changed.
  EXPECT_EQ(Filled(earlier[1], grid)[3].count, 0);
  EXPECT_EQ(Filled(earlier.back(), grid, 1)[4].Mean(), 30);
}

TEST_F(PyramidTest, ACancelledReadGoesOnWhereItStopped) {
  {
    ArchiveBuilder archive(directory_ / "m");
    archive.Metric({.name = "toy.i", .id = MetricId::Build(60, 0, 1), .type = Type::kU32});
    for (int i = 0; i < 1000; ++i)
      archive.Record(At(i), {Single(MetricId::Build(60, 0, 1), std::int64_t{1})});
  }
  const auto archive = Open();
  const ColumnKey key{MetricId::Build(60, 0, 1), false};
  Pyramid pyramid(kEnough);
  int checks = 0;
  const CheckLimit cancel_at_fifth = [&]() -> Result<void> {
    if (++checks % 5 == 0) return Fail(Errc::kCancelled, "cancelled");
    return {};
  };
  int calls = 1;
  while (!pyramid.Get(*archive, 1, std::span(&key, 1), cancel_at_fifth)) ++calls;
  EXPECT_GT(calls, 2);
  EXPECT_TRUE(pyramid.Has(1, std::span(&key, 1)));
  const auto columns = pyramid.Get(*archive, 1, std::span(&key, 1), NoLimit);
  EXPECT_EQ(Filled(*columns, TimeGrid(Toy(0), Toy(1000), 1))[0].count, 1000);
}

TEST_F(PyramidTest, LittleMemoryKeepsWhatWasUsedLast) {
  const MetricId a = MetricId::Build(60, 0, 1), b = MetricId::Build(60, 0, 2);
  {
    ArchiveBuilder archive(directory_ / "m");
    archive.Metric({.name = "toy.a", .id = a}).Metric({.name = "toy.b", .id = b});
    for (int i = 0; i < 1000; ++i)
      archive.Record(At(i), {Single(a, std::int64_t{1}), Single(b, std::int64_t{2})});
  }
  const auto archive = Open();
  const ColumnKey first{a, false}, second{b, false};
  Pyramid pyramid(24 << 10);
  ASSERT_TRUE(pyramid.Get(*archive, 1, std::span(&first, 1), NoLimit));
  ASSERT_TRUE(pyramid.Get(*archive, 1, std::span(&second, 1), NoLimit));
  EXPECT_FALSE(pyramid.Has(1, std::span(&first, 1)));
  EXPECT_TRUE(pyramid.Has(1, std::span(&second, 1)));
  EXPECT_LE(pyramid.memory(), std::size_t{24 << 10});
  Pyramid tiny(8 << 10);
  EXPECT_GT(pyramid.memory(), std::size_t{8 << 10});
  const auto columns = tiny.Get(*archive, 1, std::span(&first, 1), NoLimit);
  ASSERT_FALSE(columns);
  EXPECT_EQ(columns.error().code, Errc::kTooLarge);
  const CheckLimit no_more = []() -> Result<void> { return Fail(Errc::kCancelled, "cancelled"); };
  const auto again = tiny.Get(*archive, 1, std::span(&first, 1), no_more);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, Errc::kTooLarge) << "it is known by now";
}

TEST_F(PyramidTest, AnotherArchiveUnderTheSameNameIsReadAnew) {
  WriteToy(directory_ / "m", kGrowing);
  const ColumnKey c{ToyMetric("c"), false}, d{ToyMetric("d"), false};
  Pyramid pyramid(kEnough);
  ASSERT_TRUE(pyramid.Get(*Open(), 1, std::span(&c, 1), NoLimit));
  const TempDirectory other;
  WriteToy(other / "m", "time 1000 1012\nc 1 2 counter\nd 1 2 discrete\n");
  const auto archive = *ArchiveContext::Open(other / "m");
  EXPECT_FALSE(pyramid.Get(*archive, 2, std::span(&d, 1), NoLimit));
  const auto columns = pyramid.Get(*archive, 2, std::span(&d, 1), NoLimit);
  ASSERT_TRUE(columns);
  EXPECT_EQ(columns->moments->size(), 2u);
}

TEST_F(PyramidTest, ThreadsShareIt) {
  WriteToy(directory_ / "m", kGrowing);
  Pyramid pyramid(kEnough);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      const auto archive = Open();
      for (std::uint64_t round = 1; round < 50; ++round) {
        const ColumnKey key{ToyMetric(i % 2 == 0 ? "c" : "d"), false};
        const auto columns = pyramid.Get(*archive, round / 10, std::span(&key, 1), NoLimit);
        EXPECT_EQ(Filled(*columns, TimeGrid(Toy(1000), Toy(1050), 1))[0].count, i % 2 == 0 ? 3 : 5);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace fdr::test

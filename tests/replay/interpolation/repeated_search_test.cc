// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context that has answered many questions finds what a new context finds.  Contexts that share
// an archive find the same, too.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fdr/archive/source/block_cache.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/soak.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr InDomId kDisks = InDomId::Build(1, 1);
constexpr int kRecords = 120, kTimes = 30, kThreads = 4;

// How often the same metrics are searched by a thread.
int Searches() { return kTimes / (test::IsSoak() ? 1 : test::kSlowness); }

MetricId IdOf(int metric) { return MetricId::Build(1, 1, static_cast<std::uint32_t>(metric)); }

// Says which metrics a record has, and which of them have a disk that other records do not have.
struct Shape {
  int metrics = 0, disks = 0;
  std::function<bool(int metric, int record)> has, has_other_disk;
};

class RepeatedSearchTest : public testing::Test {
 protected:
  // Records should be large enough to be mapped.
  void Write(const Shape& shape) {
    base_ = directory_.emplace() / "a";
    Declare(shape);
    times_.clear();
    expected_.clear();
    for (int i = 0; i < kTimes; ++i)
      times_.push_back(At(static_cast<double>(random_() % (kRecords * 100)) / 10));
    std::vector<int> all(static_cast<std::size_t>(shape.metrics));
    std::iota(all.begin(), all.end(), 0);
    for (const Timestamp t : times_) Fetch(*Open(), t, all, expected_.emplace_back());
  }

  // Opens a context in the state that it has after many questions.
  std::unique_ptr<ArchiveContext> Open(const ReplayOptions& options = {}) const {
    auto context = ArchiveContext::Open(base_, options);
    EXPECT_TRUE(context);
    EXPECT_TRUE((*context)->timeline().archive(0).Summary(0));
    return std::move(*context);
  }

  // Compares the results of `times` fetches with the expected ones.
  void Search(ArchiveContext& context, const std::vector<int>& metrics, int times,
              std::mt19937& random) const {
    FetchResult result;
    for (int i = 0; i < times; ++i) {
      const std::size_t at = random() % times_.size();
      Fetch(context, times_[at], metrics, result);
      EXPECT_TRUE(AreAlike(result, expected_[at]))
          << fmt::format("metrics {}, time {}", fmt::join(metrics, " "), at);
    }
  }

  std::mt19937 random_{1};

 private:
  void Declare(const Shape& shape) const {
    test::ArchiveBuilder archive(base_, Version::k3);
    InstanceList disks;
    std::vector<std::string> names(static_cast<std::size_t>(shape.disks) + 1);
    for (std::size_t disk = 0; disk < names.size(); ++disk) {
      names[disk] = "sd" + std::to_string(disk);
      disks.push_back({static_cast<InstanceId>(disk), names[disk]});
    }
    for (int m = 0; m < shape.metrics; ++m)
      archive.Metric(
          {.name = "m" + std::to_string(m), .id = IdOf(m), .type = TypeOf(m), .indom = kDisks});
    archive.InDom(At(0), kDisks, disks);
    for (int record = 0; record < kRecords; ++record)
      archive.Record(At(10 * record), Sets(shape, record));
  }

  static Type TypeOf(int metric) { return metric % 3 == 0 ? Type::kU32 : Type::kDouble; }

  static std::vector<test::Values> Sets(const Shape& shape, int record) {
    std::vector<test::Values> sets;
    for (int m = 0; m < shape.metrics; ++m) {
      if (!shape.has(m, record)) continue;
      test::Values& set = sets.emplace_back(test::Values{IdOf(m), {}});
      for (int disk = 0; disk < shape.disks; ++disk) {
        const int value = (m * shape.disks + disk) * 1000 + record;
        set.values.emplace_back(
            disk == 3 && shape.has_other_disk(m, record) ? shape.disks : disk,
            TypeOf(m) == Type::kU32 ? test::Payload(std::int64_t{value}) : 0.5 * value);
      }
    }
    return sets;
  }

  static void Fetch(ArchiveContext& context, Timestamp t, const std::vector<int>& metrics,
                    FetchResult& result) {
    std::vector<MetricId> ids(metrics.size());
    std::ranges::transform(metrics, ids.begin(), IdOf);
    const auto fetched = context.FetchAt(t, ids, result);
    EXPECT_TRUE(fetched) << fetched.error().Message();
  }

  static bool AreAlike(const FetchResult& result, const FetchResult& expected) {
    return std::ranges::all_of(result.sets(), [&](const FetchedSet& set) {
      const auto other = std::ranges::find(expected.sets(), set.id, &FetchedSet::id);
      return std::ranges::equal(result.Values(set), expected.Values(*other),
                                [](const FetchedValue& a, const FetchedValue& b) {
                                  return a.instance == b.instance && a.bits == b.bits;
                                });
    });
  }

  std::optional<test::TempDirectory> directory_;
  std::string base_;
  std::vector<Timestamp> times_;
  std::vector<FetchResult> expected_;  // of all metrics, each from a new context
};

// Two kinds of records.  Most records have most metrics.
Shape RandomShape(std::mt19937& random) {
  Shape shape{.metrics = 10, .disks = 100, .has = {}, .has_other_disk = {}};
  using Flags = std::array<std::array<bool, 10>, 2>;
  Flags has{}, has_other_disk{};
  for (std::size_t kind = 0; kind < has.size(); ++kind)
    for (std::size_t m = 0; m < has[kind].size(); ++m) {
      has[kind][m] = random() % 5 > 0;
      has_other_disk[kind][m] = random() % 5 == 0;
    }
  std::array<std::size_t, kRecords> kinds{};
  for (std::size_t& kind : kinds) kind = random() % has.size();
  const auto look_up = [&kinds](const Flags& flags) {
    return [kinds, flags](int m, int record) {
      return flags[kinds[static_cast<std::size_t>(record)]][static_cast<std::size_t>(m)];
    };
  };
  shape.has = look_up(has);
  shape.has_other_disk = look_up(has_other_disk);
  return shape;
}

TEST_F(RepeatedSearchTest, ForMoreAndMoreMetrics) {
  const int searches = 2 * Searches();
  for (int round = 0, rounds = test::IsSoak() ? 2000 : 20; round < rounds; ++round) {
    SCOPED_TRACE(fmt::format("round {}", round));
    const Shape shape = RandomShape(random_);
    Write(shape);
    std::vector<int> order(static_cast<std::size_t>(shape.metrics)), metrics;
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random_);
    const auto context = Open();
    for (const int metric : order) {
      metrics.push_back(metric);
      Search(*context, metrics, searches, random_);
    }
    ASSERT_FALSE(HasFailure());
  }
}

class SharedSearchTest : public RepeatedSearchTest {
 protected:
  static constexpr int kMetrics = 60;

  // Some records lack metrics from the middle of a record.  Records late in the archive have
  // another disk.
  SharedSearchTest() {
    Write({.metrics = kMetrics,
           .disks = 12,
           .has = [](int m, int record) { return m % 10 != 7 || record % 5 != 2; },
           .has_other_disk = [](int m, int record) { return m % 4 == 1 && record > 60; }});
  }

  void SearchAsOneOf(ArchiveContext& context, unsigned thread) const {
    std::mt19937 random(thread);
    std::vector<int> metrics;
    for (int metric = static_cast<int>(thread) * 3; metrics.size() < kMetrics; metric += 7) {
      metrics.push_back(metric % kMetrics);
      if (metrics.size() > 4) Search(context, metrics, Searches(), random);
    }
  }

  void SearchTogether(std::uint64_t cache_bytes) const {
    ReplayOptions options;
    options.open.source.cache = MakeBlockCache(cache_bytes);
    const auto shared = Open(options);
    std::vector<std::unique_ptr<ArchiveContext>> contexts;
    contexts.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) contexts.push_back(shared->Duplicate());
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (unsigned i = 0; i < kThreads; ++i)
      threads.emplace_back([this, i, &context = *contexts[i]] { SearchAsOneOf(context, i); });
  }
};

TEST_F(SharedSearchTest, ByThreads) { SearchTogether(kDefaultCacheBytes); }

TEST_F(SharedSearchTest, ByThreadsWhereThereIsLittleMemory) { SearchTogether(1'000'000); }

}  // namespace
}  // namespace fdr

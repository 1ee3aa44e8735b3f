// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads that search one archive, each for other metrics, and for more of them all the time: what
// they remember for one another does not show in what they find.

#include "fdr/replay/search_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr InDomId kDisks = InDomId::Build(1, 1);
constexpr int kMetrics = 60, kDiskCount = 12, kRecords = 120, kTimes = 30, kThreads = 4;

MetricId IdOf(int metric) { return MetricId::Build(1, 1, static_cast<std::uint32_t>(metric)); }

class SearchMemoryTest : public testing::Test {
 protected:
  SearchMemoryTest() {
    Write();
    std::mt19937 random(1);
    for (int i = 0; i < kTimes; ++i)
      times_.push_back(At(static_cast<double>(random() % (kRecords * 100)) / 10));
    for (const Timestamp t : times_)
      Fetch(*Open(), t, Metrics(0, kMetrics), expected_.emplace_back());
  }

  // They are large enough to be mapped.  Some lack metrics that lie in front of others or behind
  // them, and late in the archive the disks are other ones.
  void Write() {
    test::ArchiveBuilder archive(base_, Version::k3);
    InstanceList disks;
    std::vector<std::string> names;
    names.reserve(kDiskCount + 1);
    for (int disk = 0; disk <= kDiskCount; ++disk) names.push_back("sd" + std::to_string(disk));
    for (int disk = 0; disk <= kDiskCount; ++disk)
      disks.push_back({disk, names[static_cast<std::size_t>(disk)]});
    for (int m = 0; m < kMetrics; ++m)
      archive.Metric({.name = "m" + std::to_string(m),
                      .id = IdOf(m),
                      .type = m % 3 == 0 ? Type::kU32 : Type::kDouble,
                      .indom = kDisks});
    archive.InDom(At(0), kDisks, disks);
    for (int record = 0; record < kRecords; ++record) archive.Record(At(10 * record), Sets(record));
  }

  static std::vector<test::Values> Sets(int record) {
    std::vector<test::Values> sets;
    for (int m = 0; m < kMetrics; ++m) {
      if (m % 10 == 7 && record % 5 == 2) continue;
      test::Values& set = sets.emplace_back(test::Values{IdOf(m), {}});
      for (int disk = 0; disk < kDiskCount; ++disk) {
        const bool is_other = m % 4 == 1 && disk == 3 && record > kRecords / 2;
        const int value = m * 100'000 + disk * 1000 + record;
        if (m % 3 == 0)
          set.values.emplace_back(is_other ? kDiskCount : disk, std::int64_t{value});
        else
          set.values.emplace_back(is_other ? kDiskCount : disk, 0.5 * value);
      }
    }
    return sets;
  }

  // As who has been asked for much already.
  std::unique_ptr<ArchiveContext> Open(const ReplayOptions& options = {}) const {
    auto context = ArchiveContext::Open(base_, options);
    EXPECT_TRUE(context);
    EXPECT_TRUE((*context)->timeline().archive(0).Summary(0));
    return std::move(*context);
  }

  static std::vector<MetricId> Metrics(int first, int count) {
    std::vector<MetricId> metrics;
    metrics.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) metrics.push_back(IdOf((first + i * 7) % kMetrics));
    return metrics;
  }

  static void Fetch(ArchiveContext& context, Timestamp t, const std::vector<MetricId>& metrics,
                    FetchResult& result) {
    const auto fetched = context.FetchAt(t, metrics, result);
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

  void SearchAsOneOf(ArchiveContext& context, unsigned thread) const {
    std::mt19937 random(thread);
    FetchResult result;
    for (int count = 5; count < kMetrics; ++count)
      for (int i = 0; i < kTimes; ++i) {
        const std::size_t at = random() % times_.size();
        Fetch(context, times_[at], Metrics(static_cast<int>(thread) * 3, count), result);
        EXPECT_TRUE(AreAlike(result, expected_[at])) << count << " metrics, time " << at;
      }
  }

  void SearchTogether(std::uint64_t cache_bytes) const {
    ReplayOptions options;
    options.open.source.cache = std::make_shared<BlockCache>(cache_bytes);
    const auto shared = Open(options);
    std::vector<std::unique_ptr<ArchiveContext>> contexts;
    contexts.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) contexts.push_back(shared->Duplicate());
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (unsigned i = 0; i < kThreads; ++i)
      threads.emplace_back([this, i, &context = *contexts[i]] { SearchAsOneOf(context, i); });
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
  std::vector<Timestamp> times_;
  std::vector<FetchResult> expected_;  // of all metrics, by who was not asked before
};

TEST_F(SearchMemoryTest, DoesNotShowInWhatIsFound) { SearchTogether(BlockCache::kDefaultMaxBytes); }

TEST_F(SearchMemoryTest, NorWhereThereIsLittleOfIt) { SearchTogether(1'000'000); }

}  // namespace
}  // namespace fdr

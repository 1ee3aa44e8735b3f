// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads that share one opened archive, each with a context of its own.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/archive_context.h"
#include "fdr/replay/record_numbers.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/counted_source.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr int kRecords = 2000, kThreads = 4, kFetches = 150;
constexpr MetricId kAlways = MetricId::Build(60, 0, 1), kRarely = MetricId::Build(60, 0, 2),
                   kOnce = MetricId::Build(60, 0, 3);
constexpr std::array kMetrics = {kAlways, kRarely, kOnce};

// What a fetch said: the bits of all values.
using Answer = std::vector<std::uint64_t>;

class SharedArchiveTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder archive(base_, Version::k3);
    for (const MetricId id : kMetrics)
      archive.Metric({.name = "m" + std::to_string(id.value), .id = id, .type = Type::kDouble});
    archive.Metric({.name = "text", .id = kText, .type = Type::kString});
    for (int i = 0; i < kRecords; ++i) {
      std::vector<test::Values> values = {test::Single(kAlways, 0.5 * i),
                                          test::Single(kText, std::string(500, 'x'))};
      if (i % 200 == 0) values.push_back(test::Single(kRarely, 1.0 * i));
      if (i == 0) values.push_back(test::Single(kOnce, 42.0));
      archive.Record(At(i), values);
      if (i == kRecords / 2) archive.Mark(At(i + 0.5));
    }
  }

  static Answer Ask(ArchiveContext& context, Timestamp t) {
    FetchResult result;
    EXPECT_TRUE(context.FetchAt(t, kMetrics, result));
    Answer answer;
    for (const FetchedValue& value : result.AllValues()) answer.push_back(value.bits);
    return answer;
  }

  // All threads begin at once, when nothing of the archive has been read yet.
  void ExpectTheSameInAllThreads(const ReplayOptions& options = {}) {
    auto alone = ArchiveContext::Open(base_, options),
         shared = ArchiveContext::Open(base_, options);
    ASSERT_TRUE(alone && shared);
    std::vector<Timestamp> times;
    std::vector<Answer> expected;
    std::mt19937 random(1);
    for (int i = 0; i < kFetches; ++i) {
      times.push_back(At(static_cast<double>(random() % (kRecords * 10)) / 10));
      expected.push_back(Ask(**alone, times.back()));
    }
    std::vector<std::unique_ptr<ArchiveContext>> contexts;
    contexts.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) contexts.push_back((*shared)->Duplicate());
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (const auto& context : contexts)
      threads.emplace_back([&] {
        for (std::size_t i = 0; i < times.size(); ++i)
          EXPECT_EQ(Ask(*context, times[i]), expected[i]) << i;
      });
  }

  static constexpr MetricId kText = MetricId::Build(60, 0, 4);
  test::TempDirectory directory_;
  const std::string base_ = directory_ / "a";
};

TEST_F(SharedArchiveTest, ThreadsGetTheSameValues) { ExpectTheSameInAllThreads(); }

TEST_F(SharedArchiveTest, ThreadsShareACacheThatIsTooSmall) {
  const std::string volume = base_ + ".0";
  const auto xz = test::RunChild({.argv = {"xz", "--block-size=50000", volume}});
  ASSERT_TRUE(xz && xz->Succeeded());
  ReplayOptions options;
  options.open.source.cache = std::make_shared<BlockCache>(200'000);
  ExpectTheSameInAllThreads(options);
  EXPECT_LE(options.open.source.cache->statistics().bytes, 200'000u);
}

// They come and go, and each gets what it has put there.
TEST(SharedCacheTest, ThreadsRememberNumbersInIt) {
  constexpr std::uint64_t kNumbers = 500;
  const auto cache = std::make_shared<BlockCache>(4 << 20);
  const test::CountedSource source{Bytes()};
  std::atomic<int> remembered = 0;
  std::vector<std::jthread> threads;
  threads.reserve(kThreads);
  for (std::uint64_t thread = 1; thread <= kThreads; ++thread)
    threads.emplace_back([&, thread] {
      std::mt19937_64 random(thread);
      for (std::uint64_t life = 0; life < 20; ++life) {
        RecordNumbers numbers(cache);
        for (int i = 0; i < 5000; ++i) {
          const std::uint64_t record = random() % 600, first = record * thread + life;
          auto found = numbers.Find({&source, record, 1000}, 1);
          remembered += found.empty() ? 0 : 1;
          if (found.empty())
            found = numbers.Note({&source, record, 1000}, 1, kNumbers, [&](auto room) {
              std::iota(room.begin(), room.end(), first);
              return true;
            });
          if (found.empty()) continue;
          EXPECT_EQ(found.values().size(), kNumbers);
          EXPECT_EQ(found.values().front(), first);
          EXPECT_EQ(found.values().back(), first + kNumbers - 1);
        }
      }
    });
  threads.clear();
  EXPECT_GT(remembered, 100'000);
}

// ... or all in one place, of which others want a share from time to time.
TEST(SharedCacheTest, ThreadsRememberNumbersForOneAnother) {
  constexpr std::size_t kNumbers = 500;
  const auto cache = std::make_shared<BlockCache>(4 << 20);
  const test::CountedSource source{Bytes()};
  RecordNumbers shared(cache);
  std::atomic<int> remembered = 0;
  const auto want = [&](RecordNumbers& numbers, std::uint64_t record) {
    const RecordPlace place{&source, record * 1000, 1000};
    auto kept = numbers.Find(place, 1);
    remembered += kept.empty() ? 0 : 1;
    if (kept.empty())
      kept = numbers.Note(place, 1, kNumbers, [record](auto room) {
        std::iota(room.begin(), room.end(), record * 7);
        return record % 10 != 0;
      });
    if (kept.empty()) return;
    EXPECT_NE(record % 10, 0u);
    EXPECT_EQ(kept.values().size(), kNumbers);
    for (std::uint64_t expected = record * 7; const std::uint64_t number : kept.values())
      if (number != expected++) ADD_FAILURE() << "of record " << record;
  };
  std::vector<std::jthread> threads;
  threads.reserve(kThreads + 1);
  for (unsigned seed = 0; seed < kThreads; ++seed)
    threads.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      for (int i = 0; i < 40'000; ++i) want(shared, random() % (i < 20'000 ? 600 : 2000));
    });
  threads.emplace_back([&] {
    for (int life = 0; life < 5; ++life) {
      RecordNumbers own(cache);
      for (std::uint64_t i = 0; i < 3000; ++i) want(own, i % 1000);
    }
  });
  threads.clear();
  EXPECT_GT(remembered, 60'000);
}

}  // namespace
}  // namespace fdr

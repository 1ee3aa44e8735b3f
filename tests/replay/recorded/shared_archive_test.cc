// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads that share one opened archive, each with a context of its own.

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "fdr/archive/source/block_cache.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

// The bits of all values of a fetch.
using Answer = std::vector<std::uint64_t>;

class SharedArchiveTest : public testing::Test {
 protected:
  static constexpr int kRecords = 2000, kThreads = 4, kFetches = 150;
  static constexpr MetricId kAlways = MetricId::Build(60, 0, 1),
                            kRarely = MetricId::Build(60, 0, 2), kOnce = MetricId::Build(60, 0, 3);
  static constexpr std::array kMetrics = {kAlways, kRarely, kOnce};

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

  // All threads begin at once, before the shared context has read any record.
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
  options.open.source.cache = MakeBlockCache(200'000);
  ExpectTheSameInAllThreads(options);
  EXPECT_LE(options.open.source.cache->statistics().bytes, 200'000u);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/live_history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

using namespace std::chrono_literals;

constexpr MetricId kToy = MetricId::Build(245, 0, 1);

LiveSample NumberAt(double stamp) {
  const FetchedValue value;
  return {At(stamp), std::span(&value, 1), nullptr};
}

// The stamps of the samples of a series of the host "db1".
std::vector<double> StampsOf(const LiveHistory& history, const std::string& series,
                             const std::string& source = "db1") {
  std::vector<double> stamps;
  for (const auto& sample : history.Of(source, series))
    stamps.push_back(SecondsBetween(At(0), sample->stamp()));
  return stamps;
}

using Stamps = std::vector<double>;

TEST(LiveHistory, SeriesHaveTheirOwnSamples) {
  LiveHistory history;
  history.Add("db1", "a", NumberAt(1), 1s);
  history.Add("db1", "b", NumberAt(2), 2s);
  history.Add("db2", "a", NumberAt(3), 3s);
  history.Add("db1", "a", NumberAt(4), 4s);
  EXPECT_EQ(StampsOf(history, "a"), (Stamps{1, 4}));
  EXPECT_EQ(StampsOf(history, "b"), (Stamps{2}));
  EXPECT_EQ(StampsOf(history, "a", "db2"), (Stamps{3}));
  EXPECT_EQ(StampsOf(history, "c"), (Stamps{}));
}

TEST(LiveHistory, SamplesAreKeptForTenMinutes) {
  LiveHistory history;
  history.Add("db1", "a", NumberAt(1), 1s);
  history.Add("db1", "b", NumberAt(2), 2s);
  history.Add("db1", "a", NumberAt(601), 601s);
  EXPECT_EQ(StampsOf(history, "a"), (Stamps{1, 601}));
  history.Add("db1", "a", NumberAt(602), 602s);
  EXPECT_EQ(StampsOf(history, "a"), (Stamps{601, 602}));
  EXPECT_EQ(StampsOf(history, "b"), (Stamps{2}));
  history.Tidy(603s);
  EXPECT_EQ(StampsOf(history, "b"), (Stamps{}));
}

TEST(LiveHistory, WhatIsForgottenTakesNoMemory) {
  LiveHistory history;
  for (int i = 0; i < 1000; ++i)
    history.Add("db1", std::to_string(i % 7), NumberAt(i % 13), std::chrono::seconds(i));
  EXPECT_GT(history.bytes(), 0u);
  history.Tidy(2h);
  EXPECT_EQ(history.bytes(), 0u);
}

TEST(LiveHistory, TheOldestSamplesGoIfThereAreTooMany) {
  LiveHistory history(100'000);
  for (int i = 0; i < 10'000; ++i) {
    history.Add("db1", i % 2 == 0 ? "a" : "b", NumberAt(i), std::chrono::milliseconds(i));
    ASSERT_LE(history.bytes(), 100'000u);
  }
  const Stamps a = StampsOf(history, "a"), b = StampsOf(history, "b");
  EXPECT_GT(a.size(), 100u);
  EXPECT_EQ(a.back(), 9998);
  EXPECT_EQ(b.back(), 9999);
  EXPECT_NEAR(a.front(), b.front(), 1);
}

TEST(LiveHistory, WhatAnswersStillUseCounts) {
  LiveHistory history(100'000);
  for (int i = 0; i < 1000; ++i) history.Add("db1", "a", NumberAt(i), 1s);
  LiveHistory::Samples used = history.Of("db1", "a");
  for (int i = 1000; i < 2000; ++i) {
    history.Add("db1", "a", NumberAt(i), 2s);
    ASSERT_LE(history.bytes(), 100'000u);
  }
  EXPECT_EQ(used.front()->stamp(), At(1000.0 - static_cast<double>(used.size())));
  used.clear();
  for (int i = 2000; i < 2010; ++i) history.Add("db1", "a", NumberAt(i), 3s);
  EXPECT_GE(StampsOf(history, "a").size(), 10u);
}

TEST(LiveHistory, ASampleThatIsTooLargeIsNotKept) {
  LiveHistory history(100'000);
  history.Add("db1", "a", NumberAt(1), 1s);
  const std::vector<FetchedValue> many(10'000);
  history.Add("db1", "b", LiveSample(At(2), many, nullptr), 2s);
  EXPECT_EQ(StampsOf(history, "b"), (Stamps{}));
  EXPECT_EQ(history.bytes(), 0u);
  history.Add("db1", "a", NumberAt(3), 3s);
  EXPECT_EQ(StampsOf(history, "a"), (Stamps{3}));
}

TEST(LiveHistory, AClockThatIsSetBackTakesLaterSamplesAlong) {
  LiveHistory history;
  for (const double stamp : {1, 5, 6, 7, 6, 8})
    history.Add("db1", "a", NumberAt(stamp), std::chrono::seconds(static_cast<int>(stamp)));
  EXPECT_EQ(StampsOf(history, "a"), (Stamps{1, 5, 6, 8}));
  history.Add("db1", "a", NumberAt(0), 9s);
  EXPECT_EQ(StampsOf(history, "a"), (Stamps{0}));
  history.Tidy(1h);
  EXPECT_EQ(history.bytes(), 0u);
}

TEST(LiveHistory, ThreadsMayAddAndRead) {
  LiveHistory history(100'000);
  std::vector<std::thread> threads;
  for (const std::string series : {"a", "b", "a"})
    threads.emplace_back([&history, series] {
      for (int i = 0; i < 1000; ++i) {
        history.Add("db1", series, NumberAt(i), std::chrono::seconds(i));
        const Stamps stamps = StampsOf(history, "a");
        EXPECT_TRUE(std::ranges::is_sorted(stamps));
        if (i % 100 == 0) history.Tidy(std::chrono::seconds(i));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(history.bytes(), 100'000u);
  history.Tidy(1h);
  EXPECT_EQ(history.bytes(), 0u);
}

class LiveSampleTest : public testing::Test {
 protected:
  // The domain with these instances.
  SeriesDomain DomainOf(const InstanceList& instances) {
    const std::string base = folder_ / std::to_string(++archives_);
    ArchiveBuilder(base)
        .Metric({.name = "toy", .id = kToy, .indom = kDomain})
        .InDom(At(0), kDomain, instances)
        .Record(At(0), {{kToy, {{1, std::uint64_t{1}}}}})
        .Close();
    return std::move(*SeriesDomain::Make(**ArchiveContext::Open(base), kDomain));
  }

  // "1=10 2=20"
  static std::string ValuesOf(const LiveSample& sample, const SeriesDomain* domain) {
    std::vector<FetchedValue> values;
    sample.AppendValues(domain, values);
    std::string all;
    for (const FetchedValue& value : values)
      all += (all.empty() ? "" : " ") + std::to_string(value.instance) + "=" +
             std::to_string(value.bits);
    return all;
  }

  static constexpr InDomId kDomain = InDomId::Build(245, 1);

 private:
  TempDirectory folder_;
  int archives_ = 0;
};

TEST_F(LiveSampleTest, InstancesThatHaveGoneOrAreOtherOnesAreLeftOut) {
  const SeriesDomain then = DomainOf({{1, "a"}, {2, "b"}, {3, "c"}});
  const std::vector<FetchedValue> values = {{.instance = 1, .bits = 10},
                                            {.instance = 2, .bits = 20},
                                            {.instance = 3, .bits = 30},
                                            {.instance = 4, .bits = 40}};
  const LiveSample sample(At(0), values, &then);
  EXPECT_EQ(ValuesOf(sample, &then), "1=10 2=20 3=30") << "4 has no name";
  const SeriesDomain now = DomainOf({{1, "a"}, {3, "other"}, {4, "d"}});
  EXPECT_EQ(ValuesOf(sample, &now), "1=10");
  EXPECT_EQ(ValuesOf(sample, nullptr), "");
}

TEST_F(LiveSampleTest, TextsAreCopied) {
  FetchResult result;
  result.Begin(At(0));
  result.AddSet(kToy, SetStatus::kValues);
  const std::string first = "a text", second(100'000, 'x');
  result.AddBytes(1, Type::kString, AsBytes(first));
  result.AddBytes(2, Type::kString, AsBytes(second));
  const SeriesDomain domain = DomainOf({{1, "a"}, {2, "b"}});
  const LiveSample sample(At(0), result.AllValues(), &domain);
  EXPECT_GT(sample.bytes(), 100'000u);
  result = FetchResult();
  std::vector<FetchedValue> values;
  sample.AppendValues(&domain, values);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(AsText(values[0].Payload()), first);
  EXPECT_EQ(AsText(values[1].Payload()), second);
}

}  // namespace
}  // namespace fdr::test

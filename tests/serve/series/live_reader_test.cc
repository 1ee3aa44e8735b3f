// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which of the samples that were fetched a window chooses.

#include "fdr/replay/serve/series/live_reader.h"

#include <gtest/gtest.h>

#include "fdr/tests/serve/series/chosen_times.h"
#include "fdr/tests/support/archive_builder.h"

namespace fdr::test {
namespace {

using Times = std::vector<double>;

constexpr std::int64_t kSecond = kNanosPerSecond;

Times Chosen(const SeriesWindow& window, const Times& times = {0, 1, 2, 3, 4, 5}) {
  LiveHistory::Samples all;
  for (const double time : times)
    all.push_back(std::make_shared<const LiveSample>(At(time), std::span<FetchedValue>(), nullptr));
  Times chosen;
  for (const auto& sample : ChosenSamples(all, window))
    chosen.push_back(SecondsBetween(At(0), sample->stamp()));
  return chosen;
}

TEST(ChosenSamples, TheNewestComeFirst) {
  EXPECT_EQ(Chosen({.newest_first = true, .samples = 1}), (Times{5}));
  EXPECT_EQ(Chosen({.newest_first = true, .samples = 3}), (Times{5, 4, 3}));
  EXPECT_EQ(Chosen({.newest_first = true, .samples = ~std::uint64_t{0}}),
            (Times{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(Chosen({.newest_first = true, .samples = 1}, {}), (Times{}));
}

TEST(ChosenSamples, AWindowOfTimeHasThoseInIt) {
  EXPECT_EQ(Chosen({}), (Times{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(Chosen({.start = At(2)}), (Times{2, 3, 4, 5}));
  EXPECT_EQ(Chosen({.finish = At(2)}), (Times{0, 1, 2}));
  EXPECT_EQ(Chosen({.start = At(1.5), .finish = At(3.5)}), (Times{2, 3}));
  EXPECT_EQ(Chosen({.start = At(3), .finish = At(1)}), (Times{}));
  EXPECT_EQ(Chosen({.start = At(1), .samples = 2}), (Times{1, 2}));
}

TEST(ChosenSamples, IntervalsAreThoseOfArchives) {
  for (const std::int64_t interval : {1, 2, 3, 5, 100})
    EXPECT_EQ(
        Chosen({.start = At(0.5), .interval = interval * kSecond}, {0.7, 1.1, 3, 4, 8, 9, 9.5}),
        ChosenTimes(0.5, static_cast<double>(interval), {0.7, 1.1, 3, 4, 8, 9, 9.5}))
        << interval;
  EXPECT_EQ(Chosen({.start = At(0), .interval = 2 * kSecond}), (Times{0, 2, 4, 5}));
  EXPECT_EQ(Chosen({.start = At(0), .interval = 2 * kSecond, .samples = 3}), (Times{0, 2, 4}));
  EXPECT_EQ(Chosen({.start = At(0), .interval = 9 * kSecond}, {3}), (Times{3}));
}

}  // namespace
}  // namespace fdr::test

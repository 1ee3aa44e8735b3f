// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/sample_choice.h"

#include <gtest/gtest.h>

#include <vector>

#include "fdr/tests/serve/series/chosen_times.h"

namespace fdr {
namespace {

using Times = std::vector<double>;

TEST(SampleChoice, WithoutAnIntervalAllAreShown) {
  EXPECT_EQ(test::ChosenTimes(0, 0, {0, 0.5, 1}), (Times{0, 0.5, 1}));
}

// As pmproxy 6.0.3 answered.
TEST(SampleChoice, ShowsTheFirstAndTheLastOneUpToEachTime) {
  EXPECT_EQ(test::ChosenTimes(
                5, 2, {5.778, 6.779, 7.778, 8.779, 9.7, 10.778, 11.7, 12.778, 13.7, 14.779}),
            (Times{5.778, 6.779, 8.779, 10.778, 12.778, 14.779}));
}

// As pmproxy 6.0.3 answered.
TEST(SampleChoice, TheLastSampleIsShown) {
  EXPECT_EQ(test::ChosenTimes(0, 4, {0, 3, 5, 9}), (Times{0, 3, 5, 9}));
  EXPECT_EQ(test::ChosenTimes(0, 20, {0, 10, 20, 30, 40, 50, 60, 70, 80, 90}),
            (Times{0, 20, 40, 60, 80, 90}));
  EXPECT_EQ(test::ChosenTimes(5, 20, {10, 20, 30, 40}), (Times{10, 20, 40}));
  EXPECT_EQ(test::ChosenTimes(0, 30, {0, 10, 20, 30}), (Times{0, 30}));
}

TEST(SampleChoice, ASampleAtATimeOfTheGridBelongsToIt) {
  EXPECT_EQ(test::ChosenTimes(0, 2, {0, 1, 2, 3, 4, 5, 6}), (Times{0, 2, 4, 6}));
}

TEST(SampleChoice, NoSampleIsShownTwice) {
  EXPECT_EQ(test::ChosenTimes(0, 1, {0, 1, 5, 6, 9, 10}), (Times{0, 1, 5, 6, 9, 10}));
  EXPECT_EQ(test::ChosenTimes(0, 2, {0, 1, 5, 6, 9, 10}), (Times{0, 1, 6, 10}));
}

TEST(SampleChoice, WithoutAStartTheFirstSampleIsIt) {
  EXPECT_EQ(test::ChosenTimes(std::nullopt, 2, {1, 2, 3, 4, 5}), (Times{1, 3, 5}));
}

TEST(SampleChoice, ALongIntervalShowsTheFirstAndTheLast) {
  EXPECT_EQ(test::ChosenTimes(0, 1e6, {1, 2, 3}), (Times{1, 3}));
}

TEST(SampleChoice, AbsurdTimesDoNotOverflow) {
  SampleChoice choice(Timestamp{}, SampleChoice::kLongest);
  for (const std::int64_t sec : {std::int64_t{1}, std::int64_t{1} << 40, std::int64_t{1} << 62})
    choice.Take({sec, 999'999'999});
  EXPECT_EQ(FirstOnGrid({0, 0}, 3, {0, 7}), (Timestamp{0, 9}));
  EXPECT_EQ(FirstOnGrid({0, 0}, 3, {0, 9}), (Timestamp{0, 9}));
  EXPECT_EQ(FirstOnGrid({5, 0}, 3, {1, 9}), (Timestamp{5, 0}));
  const Timestamp far = {std::int64_t{1} << 61, 0};
  EXPECT_EQ(FirstOnGrid({0, 0}, 3, far), far);
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/problem_list.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

Problem DamageAt(std::uint64_t offset, std::uint64_t lost = 0, std::string what = "damage") {
  return {Errc::kCorruptRecord, std::move(what), "a.0", offset, lost};
}

std::string OffsetsOf(const ProblemList& list) {
  std::string offsets;
  for (const Problem& problem : list.All()) offsets += std::to_string(problem.offset) + ' ';
  return offsets;
}

TEST(ProblemListTest, OldContextsAddNothingToTheListOfANewOpening) {
  ProblemList list;
  list.BeginAnew(1);
  list.Add(1, DamageAt(10));
  list.EndAnew(true);
  list.Add(1, DamageAt(20));
  list.BeginAnew(2);
  list.Add(1, DamageAt(30));
  list.Add(2, DamageAt(40));
  EXPECT_EQ(OffsetsOf(list), "10 20 30 40 ");
  list.EndAnew(true);
  EXPECT_EQ(OffsetsOf(list), "40 ");
  list.Add(1, DamageAt(50));
  EXPECT_EQ(OffsetsOf(list), "40 ");
}

TEST(ProblemListTest, AnOpeningThatFailsLeavesTheOldOne) {
  ProblemList list;
  list.BeginAnew(1);
  list.EndAnew(true);
  list.BeginAnew(2);
  list.Add(2, DamageAt(5));
  EXPECT_EQ(OffsetsOf(list), "5 ");
  list.EndAnew(false);
  list.Add(1, DamageAt(10));
  list.Add(2, DamageAt(20));
  EXPECT_EQ(OffsetsOf(list), "10 ");
}

TEST(ProblemListTest, WhatGrowsInPlaceKeepsItsProblems) {
  ProblemList list;
  list.BeginAnew(1);
  list.Add(1, DamageAt(10));
  list.EndAnew(true);
  list.BeginAnew(1);
  list.Add(1, DamageAt(10));
  list.Add(1, DamageAt(20));
  EXPECT_EQ(OffsetsOf(list), "10 20 ");
  list.EndAnew(false);
  EXPECT_EQ(OffsetsOf(list), "10 20 ");
}

TEST(ProblemListTest, APlaceHasOneProblemWithWhatIsLostThere) {
  ProblemList list;
  list.Add(0, DamageAt(10));
  list.Add(0, DamageAt(10, 7, "more damage"));
  list.Add(0, DamageAt(10));
  ASSERT_EQ(list.All().size(), 1u);
  EXPECT_EQ(list.All()[0].bytes_lost, 7u);
  // The beginning of a file is no place: its label, and all of the file.
  list.Add(0, DamageAt(0, 0, "one"));
  list.Add(0, DamageAt(0, 0, "other"));
  EXPECT_EQ(list.All().size(), 3u);
}

TEST(ProblemListTest, IsNotLongerThanAHundred) {
  ProblemList list;
  for (std::uint64_t offset = 1; offset <= 1000; ++offset) list.Add(0, DamageAt(offset));
  EXPECT_EQ(list.All().size(), 100u);
}

}  // namespace
}  // namespace fdr

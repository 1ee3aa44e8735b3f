// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/known_problems.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace fdr {
namespace {

Problem LossAt(std::uint64_t offset, std::uint64_t lost = 0) {
  return {Errc::kCorruptRecord, "damage", "a.0", offset, lost};
}

TEST(KnownProblemsTest, APlaceIsKnownOnceWithWhatIsLostThere) {
  KnownProblems known(10);
  known.Add(LossAt(10));
  known.Add(LossAt(10, 7));
  known.Add(LossAt(10));
  known.Add(LossAt(20));
  ASSERT_EQ(known.all().size(), 2u);
  EXPECT_EQ(known.all()[0].bytes_lost, 7u);
}

TEST(KnownProblemsTest, AShortageIsAnotherProblemOfThePlace) {
  KnownProblems known(10);
  known.Add(LossAt(10));
  for (int i = 0; i < 2; ++i)
    known.Add(ProblemOf({Errc::kIo, "Too many open files", "a.0", 10, EMFILE}));
  ASSERT_EQ(known.all().size(), 2u);
  EXPECT_EQ(known.all()[1].system_error, EMFILE);
}

TEST(KnownProblemsTest, TheBeginningOfAFileIsNoPlace) {
  KnownProblems known(10);
  for (const char* const what : {"one", "other", "one"})
    known.Add({Errc::kBadLabel, what, "a.0", 0});
  EXPECT_EQ(known.all().size(), 2u);
}

TEST(KnownProblemsTest, ThereIsALimit) {
  KnownProblems known(3);
  for (std::uint64_t offset = 1; offset < 10; ++offset) known.Add(LossAt(offset));
  known.Add(LossAt(2, 7));
  ASSERT_EQ(known.all().size(), 3u);
  EXPECT_EQ(known.all()[1].bytes_lost, 7u);
}

}  // namespace
}  // namespace fdr

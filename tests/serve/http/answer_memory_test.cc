// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/answer_memory.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

using Share = AnswerMemory::Share;

constexpr std::size_t kMiB = std::size_t{1} << 20;

// Operators new and delete do not count here, so the tests say what they would.
class AnswerMemoryTest : public testing::Test {
 protected:
  AnswerMemoryTest() { AnswerMemory::SetLimit(256 * kMiB); }
  ~AnswerMemoryTest() override {
    AnswerMemory::Count(-static_cast<std::ptrdiff_t>(taken_ * kMiB));
    AnswerMemory::SetLimit(0);
  }

  bool Take() {
    try {
      AnswerMemory::Check(kMiB);
    } catch (const MemoryRefused&) {
      return false;
    }
    AnswerMemory::Count(static_cast<std::ptrdiff_t>(kMiB));
    ++taken_;
    return true;
  }
  std::size_t TakeAll() {
    const std::size_t before = taken_;
    while (taken_ < 1000 && Take()) {
    }
    return taken_ - before;
  }

  std::size_t taken_ = 0;
};

TEST_F(AnswerMemoryTest, SmallAnswersFitBesideALargeOne) {
  MemoryAccount large, small;
  {
    const AnswerMemory::Scope scope(large, Share::kFirst);
    EXPECT_LE(TakeAll(), 192u);
    EXPECT_TRUE(large.TakeRefusal());
    EXPECT_FALSE(large.TakeRefusal());
    EXPECT_FALSE(Take());
  }
  const AnswerMemory::Scope scope(small, Share::kFirst);
  EXPECT_EQ(TakeAll(), 4u);
  EXPECT_TRUE(small.TakeRefusal());
}

TEST_F(AnswerMemoryTest, AnAnswerThatHasBegunGoesOn) {
  MemoryAccount account;
  {
    const AnswerMemory::Scope scope(account, Share::kFirst);
    TakeAll();
  }
  const AnswerMemory::Scope scope(account, Share::kRest);
  const std::size_t more = TakeAll();
  EXPECT_GE(more, 31u);
  EXPECT_LE(taken_, 224u);
}

TEST_F(AnswerMemoryTest, LargeAnswersGiveWayToTheOneThatHasItsTurn) {
  MemoryAccount turn, other, small;
  const AnswerMemory::Scope of_turn(turn, Share::kTurn);
  {
    const AnswerMemory::Scope scope(other, Share::kFirst);
    EXPECT_EQ(TakeAll(), 4u);
  }
  {
    const AnswerMemory::Scope scope(small, Share::kFirst);
    EXPECT_TRUE(Take());
  }
  EXPECT_GT(TakeAll(), 100u);
}

TEST_F(AnswerMemoryTest, WhatMustBeWholeIsNotRefused) {
  MemoryAccount account;
  const AnswerMemory::Scope scope(account, Share::kFirst);
  TakeAll();
  const AnswerMemory::WithoutRefusal whole;
  EXPECT_TRUE(Take());
}

TEST_F(AnswerMemoryTest, WhatIsGivenBackCanBeTakenAgain) {
  MemoryAccount first, second;
  std::size_t count = 0;
  {
    const AnswerMemory::Scope scope(first, Share::kFirst);
    count = TakeAll();
    EXPECT_TRUE(AnswerMemory::IsScarce());
    AnswerMemory::Count(-static_cast<std::ptrdiff_t>(taken_ * kMiB));
    taken_ = 0;
  }
  EXPECT_FALSE(AnswerMemory::IsScarce());
  EXPECT_EQ(first.has(), 0);
  const AnswerMemory::Scope scope(second, Share::kFirst);
  EXPECT_EQ(TakeAll(), count);
}

TEST_F(AnswerMemoryTest, ACancelledAnswerGetsNoMore) {
  MemoryAccount account;
  const AnswerMemory::Scope scope(account, Share::kFirst);
  EXPECT_TRUE(Take());
  account.Cancel();
  EXPECT_FALSE(Take());
}

TEST_F(AnswerMemoryTest, WithoutALimitNothingIsRefused) {
  AnswerMemory::SetLimit(0);
  MemoryAccount account;
  const AnswerMemory::Scope scope(account, Share::kFirst);
  EXPECT_EQ(TakeAll(), 1000u);
  taken_ = 0;
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an answer has while others free its pieces.

#include <gtest/gtest.h>

#include <cstddef>

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

TEST(MemoryAccountTest, WhatTheLoopFreesIsNotOfTheAnswerAnyMore) {
  constexpr std::ptrdiff_t kPiece = 1 << 20;
  AnswerMemory::SetLimit(std::size_t{1} << 30);
  MemoryAccount account;
  for (int i = 0; i < 100; ++i) {
    {
      const AnswerMemory::Scope scope(account, AnswerMemory::Share::kRest);
      AnswerMemory::Count(kPiece);
    }
    EXPECT_GE(account.has(), kPiece);
    account.HandOver(kPiece);
    AnswerMemory::Count(-kPiece);
  }
  EXPECT_EQ(account.has(), 0);
  account.HandOver(kPiece);
  EXPECT_EQ(account.has(), 0) << "never below";
  AnswerMemory::SetLimit(0);
}

}  // namespace
}  // namespace fdr

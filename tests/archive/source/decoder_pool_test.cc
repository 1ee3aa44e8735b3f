// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/decoder_pool.h"

#include <gtest/gtest.h>

#include <vector>

namespace fdr {
namespace {

// Decodes nothing, and reports some memory.
template <int kKind>
class Idle final : public BlockDecoder {
 public:
  Result<void> Read(std::span<std::byte>) override { return {}; }
  Result<void> Finish() override { return {}; }
  std::uint64_t memory() const override { return taken; }

  std::uint64_t taken = 1'000;
};

TEST(DecoderPoolTest, WhatWasPutThereIsTakenAgain) {
  DecoderPool pool;
  auto one = pool.Take<Idle<1>>();
  auto two = pool.Take<Idle<1>>();
  ASSERT_TRUE(one && two);
  EXPECT_NE(one, two);
  one->taken = 500;
  pool.Put(std::move(one));
  EXPECT_EQ(pool.memory(), 500u);
  EXPECT_EQ(pool.Take<Idle<1>>()->taken, 500u);
  EXPECT_EQ(pool.memory(), 0u);
}

TEST(DecoderPoolTest, OneOfAnotherKindIsNoUse) {
  DecoderPool pool;
  pool.Put(pool.Take<Idle<1>>());
  const auto other = pool.Take<Idle<2>>();
  EXPECT_TRUE(other);
  EXPECT_EQ(pool.memory(), 1'000u);
}

TEST(DecoderPoolTest, NoMoreMemoryIsKeptThanIsAllowed) {
  DecoderPool pool;
  std::vector<std::unique_ptr<Idle<1>>> used;
  for (int i = 0; i < 3; ++i) {
    used.push_back(pool.Take<Idle<1>>());
    used.back()->taken = DecoderPool::kMaxMemory / 2 + (i == 1 ? 1 : 0);
  }
  for (auto& decoder : used) pool.Put(std::move(decoder));
  EXPECT_EQ(pool.memory(), DecoderPool::kMaxMemory) << "the second is one byte too large";
  auto huge = std::make_unique<Idle<1>>();
  huge->taken = ~std::uint64_t{0};
  pool.Put(std::move(huge));
  EXPECT_EQ(pool.memory(), DecoderPool::kMaxMemory);
  pool.Clear();
  EXPECT_EQ(pool.memory(), 0u);
}

}  // namespace
}  // namespace fdr

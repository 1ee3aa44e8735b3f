// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/block_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

namespace fdr {
namespace {

using Pieces = std::vector<BlockCache::Piece>;

ByteBuffer BytesOf(std::size_t size, std::uint64_t number) {
  return ByteBuffer(size, static_cast<std::byte>(number));
}

// A block of one piece.
Pieces BlockOf(std::size_t size, std::uint64_t number) { return {{number, BytesOf(size, number)}}; }

// Gets a block.  Returns whether the block had to be decoded, because the cache did not have it.
bool WasDecoded(BlockCache& cache, std::uint64_t source, std::uint64_t number,
                std::size_t size = 10) {
  bool decoded = false;
  const auto block = cache.Get(source, number, number, [&](BlockCache::Room&) -> Result<Pieces> {
    decoded = true;
    return BlockOf(size, number);
  });
  EXPECT_TRUE(block && **block == BytesOf(size, number));
  return decoded;
}

TEST(BlockCacheTest, DecodesABlockOnce) {
  BlockCache cache(100);
  const auto source = cache.AddSource();
  EXPECT_TRUE(WasDecoded(cache, source, 1));
  EXPECT_FALSE(WasDecoded(cache, source, 1));
  EXPECT_EQ(cache.statistics().decodes, 1u);
  EXPECT_EQ(cache.statistics().hits, 1u);
  EXPECT_EQ(cache.statistics().bytes, 10u);
}

TEST(BlockCacheTest, BlocksOfDifferentSourcesAreDifferent) {
  BlockCache cache(100);
  const auto a = cache.AddSource();
  const auto b = cache.AddSource();
  EXPECT_TRUE(WasDecoded(cache, a, 1));
  EXPECT_TRUE(WasDecoded(cache, b, 1));
}

TEST(BlockCacheTest, DropsTheLeastRecentlyUsed) {
  BlockCache cache(30);
  const auto source = cache.AddSource();
  for (const std::uint64_t number : {1u, 2u, 3u}) EXPECT_TRUE(WasDecoded(cache, source, number));
  EXPECT_FALSE(WasDecoded(cache, source, 1));
  EXPECT_TRUE(WasDecoded(cache, source, 4));
  EXPECT_EQ(cache.statistics().bytes, 30u);
  EXPECT_FALSE(WasDecoded(cache, source, 1));
  EXPECT_FALSE(WasDecoded(cache, source, 3));
  EXPECT_TRUE(WasDecoded(cache, source, 2));
}

TEST(BlockCacheTest, DropsAsManyAsALargeOneNeeds) {
  BlockCache cache(30);
  const auto source = cache.AddSource();
  for (const std::uint64_t number : {1u, 2u, 3u}) EXPECT_TRUE(WasDecoded(cache, source, number));
  EXPECT_TRUE(WasDecoded(cache, source, 4, 15));
  EXPECT_EQ(cache.statistics().bytes, 25u);
  EXPECT_FALSE(WasDecoded(cache, source, 3));
}

TEST(BlockCacheTest, ABlockLargerThanTheCacheIsHandedOutAndNotKept) {
  BlockCache cache(30);
  const auto source = cache.AddSource();
  EXPECT_TRUE(WasDecoded(cache, source, 1));
  EXPECT_TRUE(WasDecoded(cache, source, 2, 31));
  EXPECT_TRUE(WasDecoded(cache, source, 2, 31));
  EXPECT_FALSE(WasDecoded(cache, source, 1));
}

TEST(BlockCacheTest, ARemovedSourceLeavesNothingBehind) {
  BlockCache cache(100);
  const auto a = cache.AddSource();
  const auto b = cache.AddSource();
  for (const std::uint64_t number : {1u, 2u}) EXPECT_TRUE(WasDecoded(cache, a, number));
  EXPECT_TRUE(WasDecoded(cache, b, 1));
  cache.RemoveSource(a);
  EXPECT_EQ(cache.statistics().bytes, 10u);
  EXPECT_FALSE(WasDecoded(cache, b, 1));
  EXPECT_NE(cache.AddSource(), a);
}

TEST(BlockCacheTest, ADroppedBlockStaysValidForItsReader) {
  BlockCache cache(10);
  const auto source = cache.AddSource();
  const auto block =
      cache.Get(source, 1, 1, [](BlockCache::Room&) { return Result<Pieces>(BlockOf(10, 1)); });
  EXPECT_TRUE(WasDecoded(cache, source, 2));
  EXPECT_EQ(**block, BytesOf(10, 1));
}

TEST(BlockCacheTest, AFailureIsReportedAndNotRemembered) {
  BlockCache cache(100);
  const auto source = cache.AddSource();
  const auto failed = cache.Get(source, 1, 1, [](BlockCache::Room&) -> Result<Pieces> {
    return Fail(Errc::kCompression, "bad block");
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().what, "bad block");
  EXPECT_TRUE(WasDecoded(cache, source, 1));
}

TEST(BlockCacheTest, RunningOutOfMemoryDoesNotLockTheBlock) {
  BlockCache cache(100);
  const auto source = cache.AddSource();
  EXPECT_THROW((void)cache.Get(source, 1, 1,
                               [](BlockCache::Room&) -> Result<Pieces> { throw std::bad_alloc(); }),
               std::bad_alloc);
  EXPECT_TRUE(WasDecoded(cache, source, 1));
}

// A block of three pieces.  The second piece is wanted.
Pieces ThreePieces() { return {{1, BytesOf(10, 1)}, {3, BytesOf(10, 3)}, {2, BytesOf(10, 2)}}; }

TEST(BlockCacheTest, ABlockMayHaveManyPieces) {
  BlockCache cache(100);
  const auto source = cache.AddSource();
  const auto second =
      cache.Get(source, 1, 2, [](BlockCache::Room&) { return Result<Pieces>(ThreePieces()); });
  EXPECT_EQ(**second, BytesOf(10, 2));
  for (const std::uint64_t number : {1u, 2u, 3u}) {
    EXPECT_TRUE(cache.Has(source, number));
    EXPECT_FALSE(WasDecoded(cache, source, number));
  }
  EXPECT_FALSE(cache.Has(source, 4));
  EXPECT_FALSE(cache.Has(source + 1, 1));
}

TEST(BlockCacheTest, OfManyPiecesTheLastOnesAreKept) {
  BlockCache cache(20);
  const auto source = cache.AddSource();
  ASSERT_TRUE(
      cache.Get(source, 1, 2, [](BlockCache::Room&) { return Result<Pieces>(ThreePieces()); }));
  EXPECT_FALSE(cache.Has(source, 1));
  EXPECT_TRUE(cache.Has(source, 2) && cache.Has(source, 3));
  EXPECT_EQ(cache.statistics().bytes, 20u);
}

TEST(BlockCacheTest, PiecesThatAreHereStayAsTheyAre) {
  BlockCache cache(30);
  const auto source = cache.AddSource();
  EXPECT_TRUE(WasDecoded(cache, source, 3));
  ASSERT_TRUE(
      cache.Get(source, 1, 2, [](BlockCache::Room&) { return Result<Pieces>(ThreePieces()); }));
  EXPECT_EQ(cache.statistics().bytes, 30u);
}

TEST(BlockCacheTest, WhatIsBeingDecodedTakesRoomFromWhatIsNotUsed) {
  BlockCache cache(30);
  const auto source = cache.AddSource();
  for (const std::uint64_t number : {1u, 2u, 3u}) EXPECT_TRUE(WasDecoded(cache, source, number));
  ASSERT_TRUE(cache.Get(source, 4, 4, [&](BlockCache::Room& room) -> Result<Pieces> {
    Pieces pieces;
    for (const std::uint64_t number : {4u, 5u}) {
      pieces.push_back({number, room.Buffer(10)});
      EXPECT_EQ(pieces.back().bytes.size(), 10u);
      EXPECT_EQ(cache.statistics().bytes, 30 - 10 * pieces.size());
    }
    EXPECT_EQ(room.Buffer(1000).size(), 1000u) << "more than there is room for";
    EXPECT_EQ(cache.statistics().bytes, 0u);
    return pieces;
  }));
  EXPECT_EQ(cache.statistics().bytes, 20u);
  EXPECT_TRUE(WasDecoded(cache, source, 6)) << "and there is room again";
  EXPECT_TRUE(cache.Has(source, 4) && cache.Has(source, 5));
}

TEST(BlockCacheTest, TheMemoryOfWhatIsDroppedServesWhatComes) {
  BlockCache cache(10'000);
  const auto source = cache.AddSource();
  const auto memory_of = [&](std::uint64_t number, std::size_t size) {
    const auto block = cache.Get(source, number, number, [&](BlockCache::Room& room) {
      Pieces pieces;
      pieces.push_back({number, room.Buffer(size)});
      return Result<Pieces>(std::move(pieces));
    });
    EXPECT_EQ((*block)->size(), size);
    EXPECT_LE(cache.statistics().bytes, 10'000u);
    return (*block)->data();
  };
  const std::byte* const first = memory_of(1, 9'500);
  EXPECT_EQ(memory_of(2, 9'501), first) << "about the same size";
  EXPECT_EQ(memory_of(3, 9'400), first);
  EXPECT_LE((*cache.Get(source, 4, 4,
                        [](BlockCache::Room& room) {
                          Pieces pieces;
                          pieces.push_back({4, room.Buffer(1'000)});
                          return Result<Pieces>(std::move(pieces));
                        }))
                ->capacity(),
            1'100u)
      << "a small piece does not keep much";
}

TEST(BlockCacheTest, APieceOutlivesItsCache) {
  BlockCache::Block block;
  {
    BlockCache cache(10);
    block = *cache.Get(0, 1, 1, [](BlockCache::Room&) { return Result<Pieces>(BlockOf(10, 1)); });
  }
  EXPECT_EQ(*block, BytesOf(10, 1));
}

TEST(BlockCacheTest, ConcurrentMissesDecodeOnce) {
  BlockCache cache(100);
  const auto source = cache.AddSource();
  std::vector<std::jthread> threads;
  threads.reserve(8);
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      const auto block = cache.Get(source, 1, 1, [](BlockCache::Room&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return Result<Pieces>(BlockOf(10, 1));
      });
      EXPECT_TRUE(block && **block == BytesOf(10, 1));
    });
  }
  threads.clear();
  EXPECT_EQ(cache.statistics().decodes, 1u);
  EXPECT_EQ(cache.statistics().hits, 7u);
}

TEST(BlockCacheTest, WhoWaitedForAFailureTriesItself) {
  BlockCache cache(100);
  const auto source = cache.AddSource();
  std::atomic<int> attempts = 0;
  std::atomic<int> failures = 0;
  std::vector<std::jthread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto block = cache.Get(source, 1, 1, [&](BlockCache::Room&) -> Result<Pieces> {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        if (attempts++ == 0) return Fail(Errc::kCompression, "bad block");
        return BlockOf(10, 1);
      });
      if (!block) ++failures;
    });
  }
  threads.clear();
  EXPECT_EQ(attempts, 2);
  EXPECT_EQ(failures, 1);
}

TEST(BlockCacheTest, ManyThreadsSeeTheRightBlocksWithinTheBound) {
  BlockCache cache(50);
  std::vector<std::jthread> threads;
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&cache, seed] {
      std::mt19937 random(seed);
      const auto mine = cache.AddSource();
      for (int i = 0; i < 2000; ++i) {
        (void)WasDecoded(cache, random() % 2 == 0 ? mine : 1000, random() % 10);
        EXPECT_LE(cache.statistics().bytes, 50u);
      }
      cache.RemoveSource(mine);
    });
  }
}

}  // namespace
}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A cache of decoded blocks that gets no memory in the middle.

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "fdr/archive/source/block_cache.h"
#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {
namespace {

constexpr std::size_t kBlockBytes = 1000;
constexpr std::uint64_t kCacheBytes = 10 * kBlockBytes;

void GetFrom(BlockCache& cache, std::uint64_t source, std::uint64_t number) {
  const auto block = cache.Get(source, number, number, [&](BlockCache::Room& room) {
    std::vector<BlockCache::Piece> pieces;
    pieces.push_back({number, room.Buffer(kBlockBytes)});
    return Result<std::vector<BlockCache::Piece>>(std::move(pieces));
  });
  ASSERT_TRUE(block);
  EXPECT_EQ((*block)->size(), kBlockBytes);
}

TEST(RefusedCacheTest, BytesStayWithinTheLimit) {
  AnswerMemory::SetLimit(std::size_t{1} << 30);
  for (std::int64_t n = 1; n < 30; ++n) {
    BlockCache cache(kCacheBytes);
    const std::uint64_t source = cache.AddSource();
    AnswerMemory::RefuseLater(n);
    MemoryAccount account;
    try {
      const AnswerMemory::Scope scope(account, AnswerMemory::Share::kFirst);
      GetFrom(cache, source, 0);
    } catch (const MemoryRefused&) {
    }
    AnswerMemory::RefuseLater(0);
    for (std::uint64_t number = 0; number < 30; ++number) {
      GetFrom(cache, source, number);
      ASSERT_LE(cache.statistics().bytes, kCacheBytes) << "after allocation " << n;
    }
    cache.RemoveSource(source);
    EXPECT_EQ(cache.statistics().bytes, 0u) << "after allocation " << n;
  }
  AnswerMemory::SetLimit(0);
}

}  // namespace
}  // namespace fdr

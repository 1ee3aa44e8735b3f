// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A summary of a volume that gets no memory in the middle.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/summary/volume_summary.h"
#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/tests/serve/series/series_fixture.h"

namespace fdr {
namespace {

struct SummedChunk {
  std::uint64_t offset;
  std::uint32_t records;
  MetricBits metrics;
  friend bool operator==(const SummedChunk&, const SummedChunk&) = default;
};

std::vector<SummedChunk> ChunksOf(const Archive& archive) {
  std::vector<SummedChunk> chunks;
  const Result<const VolumeSummary*> summary = archive.Summary(0);
  if (!summary) return chunks;
  for (const Chunk& chunk : (*summary)->chunks()) {
    const auto bits = (*summary)->metric_sets().Bits(chunk.metrics);
    chunks.push_back({chunk.offset, chunk.records, {bits.begin(), bits.end()}});
  }
  return chunks;
}

TEST(RefusedSummaryTest, TheNextSummaryIsWhole) {
  test::SeriesFolder folder;
  folder.WriteToy(3000);
  const std::string base = folder.path() + "/toy";
  const std::vector<SummedChunk> expected = ChunksOf(**Archive::Open(base));
  ASSERT_GT(expected.size(), 1u);
  AnswerMemory::SetLimit(std::size_t{1} << 30);
  bool is_over = false;
  for (std::int64_t n = 1; !is_over; ++n) {
    const std::unique_ptr<Archive> archive = std::move(*Archive::Open(base));
    AnswerMemory::RefuseLater(n);
    MemoryAccount account;
    try {
      const AnswerMemory::Scope scope(account, AnswerMemory::Share::kFirst);
      static_cast<void>(archive->Summary(0));
    } catch (const MemoryRefused&) {
    }
    is_over = AnswerMemory::until_refusal() > 0;
    AnswerMemory::RefuseLater(0);
    ASSERT_TRUE(ChunksOf(*archive) == expected) << "after allocation " << n;
  }
  AnswerMemory::SetLimit(0);
}

}  // namespace
}  // namespace fdr

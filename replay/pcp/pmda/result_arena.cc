// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/result_arena.h"

#include <algorithm>
#include <mutex>

#include "fdr/replay/pcp/libpcp/result_memory.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"

namespace fdr::pmda {
namespace {

constexpr std::size_t kFirstChunk = 16 * 1024;
constexpr std::size_t kAlignment = 8;

struct Arenas {
  std::mutex mutex;
  std::vector<const ResultArena*> all;

  static Arenas& Get() {
    static auto* const arenas = new Arenas;
    return *arenas;
  }
};

// Null if no fetch of ours made the result.
const ResultArena* ArenaOf(const pmResult* result) {
  Arenas& arenas = Arenas::Get();
  const std::lock_guard lock(arenas.mutex);
  const auto found = std::ranges::find_if(
      arenas.all, [result](const ResultArena* arena) { return arena->IsLast(result); });
  return found != arenas.all.end() ? *found : nullptr;
}

}  // namespace

ResultArena::ResultArena() {
  Arenas& arenas = Arenas::Get();
  const std::lock_guard lock(arenas.mutex);
  arenas.all.push_back(this);
}

pmResult* ResultArena::Begin(int count) {
  // What one fetch took, the next one has in one piece.
  if (chunks_.size() > 1) {
    std::size_t size = 0;
    for (const Chunk& chunk : chunks_) size += chunk.size;
    chunks_.clear();
    AddChunk(size);
  }
  used_ = 0;
  const auto more = static_cast<std::size_t>(std::max(count - 1, 0));
  const std::size_t size = sizeof(pmResult) + more * sizeof(pmValueSet*);
  if (result_.size() < size) result_.resize(size);
  auto* const result = reinterpret_cast<pmResult*>(result_.data());
  result->timestamp = {};
  result->numpmid = count;
  return result;
}

void ResultArena::AddChunk(std::size_t size) {
  chunks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
  used_ = 0;
}

char* ResultArena::Take(std::size_t size) {
  size = (size + kAlignment - 1) / kAlignment * kAlignment;
  if (chunks_.empty() || chunks_.back().size - used_ < size)
    AddChunk(std::max({size, kFirstChunk, chunks_.empty() ? 0 : 2 * chunks_.back().size}));
  char* const taken = chunks_.back().memory.get() + used_;
  used_ += size;
  return taken;
}

char* ResultArena::TakeOrAllocate(std::size_t size) {
  return gives_away_ ? static_cast<char*>(pmapi::Allocate(size).release()) : Take(size);
}

pmValueSet* ResultArena::NewSet(int most) {
  const auto more = static_cast<std::size_t>(std::max(most - 1, 0));
  return reinterpret_cast<pmValueSet*>(TakeOrAllocate(sizeof(pmValueSet) + more * sizeof(pmValue)));
}

pmValueBlock* ResultArena::NewBlock(int type, std::size_t size) {
  auto* const block = reinterpret_cast<pmValueBlock*>(
      TakeOrAllocate(std::max(PM_VAL_HDR_SIZE + size, sizeof(pmValueBlock))));
  block->vtype = static_cast<unsigned>(type) & 0xff;
  block->vlen = static_cast<unsigned>(PM_VAL_HDR_SIZE + size) & PM_VAL_VLEN_MAX;
  return block;
}

void FreeResultValues(pmResult* result) {
  const ResultArena* const arena = ArenaOf(result);
  for (int i = 0; i < result->numpmid; ++i) {
    pmValueSet* const set = result->vset[i];
    if (set != nullptr && (arena == nullptr || !arena->Owns(set))) libpcp::FreeValueSet(set);
  }
}

}  // namespace fdr::pmda

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory of the result of a fetch, which the next fetch uses again.

#pragma once

#include <pcp/pmda.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace fdr::pmda {

/// Never destroyed: programs keep its results, and the default pmdaResultCallBack has to know it.
class ResultArena {
 public:
  ResultArena();
  ResultArena(const ResultArena&) = delete;
  ResultArena& operator=(const ResultArena&) = delete;

  /// From now on, sets and blocks are memory of malloc(): the host of a shared object may free them
  /// by itself.
  void GiveAway() { gives_away_ = true; }

  /// A result of `count` empty places.  The one before is invalid from now on.  Throws
  /// std::bad_alloc.
  pmResult* Begin(int count);
  /// A set with room for `most` values.
  pmValueSet* NewSet(int most);
  /// A block for `size` bytes, with its head filled in.
  pmValueBlock* NewBlock(int type, std::size_t size);

  bool IsLast(const pmResult* result) const {
    return reinterpret_cast<const char*>(result) == result_.data();
  }
  bool Owns(const void* memory) const {
    const auto* const at = static_cast<const char*>(memory);
    for (const Chunk& chunk : chunks_)
      if (at >= chunk.memory.get() && at < chunk.memory.get() + chunk.size) return true;
    return false;
  }

 private:
  struct Chunk {
    std::unique_ptr<char[]> memory;
    std::size_t size = 0;
  };

  char* TakeOrAllocate(std::size_t size);
  char* Take(std::size_t size);
  void AddChunk(std::size_t size);

  bool gives_away_ = false;
  std::vector<char> result_;
  std::vector<Chunk> chunks_;  // the last one has room
  std::size_t used_ = 0;       // of the last one
};

/// The default pmdaResultCallBack.  Frees what pmdaFetch() did not make: a set or block in memory
/// of malloc().
void FreeResultValues(pmResult* result);

}  // namespace fdr::pmda

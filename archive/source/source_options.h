// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Limits for the memory and disk space of compressed files.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace fdr {

class BlockCache;  // block_cache.h

inline constexpr std::uint64_t kDefaultCacheBytes = 64 << 20;

/// Makes a cache for at most `max_bytes` of decoded content.  Pieces still held by readers, and
/// idle decoders, are not counted.
std::shared_ptr<BlockCache> MakeBlockCache(std::uint64_t max_bytes = kDefaultCacheBytes);

struct SourceOptions {
  /// The cache for decoded blocks.  Copies of the options, and all files opened with them, share
  /// it.
  std::shared_ptr<BlockCache> cache = MakeBlockCache();

  /// A unit of decoding (a block of .xz, a frame of .zst, a whole single stream) is held in memory
  /// up to this size.
  std::uint64_t max_in_memory = 16 << 20;

  /// The directory for the content of larger single streams, which goes to a file without a name.
  /// Empty: such streams are refused.
  std::string temp_directory = {};

  /// Single streams with more content than this are refused.
  std::uint64_t max_content = std::uint64_t{16} << 30;

  /// Compressed metadata and indexes with more content than this are refused, because they are held
  /// in memory.
  std::uint64_t max_loaded = std::uint64_t{512} << 20;
};

}  // namespace fdr

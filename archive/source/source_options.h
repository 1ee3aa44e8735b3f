// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much memory and disk compressed files may take.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace fdr {

class BlockCache;  // block_cache.h

inline constexpr std::uint64_t kDefaultCacheBytes = 64 << 20;

/// Holds at most `max_bytes` of what was decoded; what readers still hold, and idle decoders, come
/// on top.
std::shared_ptr<BlockCache> MakeBlockCache(std::uint64_t max_bytes = kDefaultCacheBytes);

struct SourceOptions {
  /// Where decoded blocks are kept.  Copies of the options share it, and so do the files opened
  /// with them.
  std::shared_ptr<BlockCache> cache = MakeBlockCache();

  /// What is decoded in one piece (a block of .xz, a frame of .zst, all of a single stream) is held
  /// in memory up to this size.
  std::uint64_t max_in_memory = 16 << 20;

  /// Where the content of larger single streams goes, into a file without a name.  Empty: such
  /// files are refused.
  std::string temp_directory = {};

  /// Single streams with more content than this are refused.
  std::uint64_t max_content = std::uint64_t{16} << 30;

  /// So are, in any format, metadata and indexes with more content than this: they are held in
  /// memory.
  std::uint64_t max_loaded = std::uint64_t{512} << 20;
};

}  // namespace fdr

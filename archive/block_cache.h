// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decoded blocks of compressed files, bounded in bytes; the least recently used go first.

#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "fdr/archive/byte_writer.h"
#include "fdr/archive/error.h"

namespace fdr {

/// Serves many sources and many threads at once.
class BlockCache {
 public:
  /// Stays valid after the cache has dropped it.
  using Block = std::shared_ptr<const ByteBuffer>;
  using DecodeFunction = std::function<Result<ByteBuffer>()>;

  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t decodes = 0;  ///< Failed ones count as well.
    std::uint64_t bytes = 0;    ///< Held now.
  };

  static constexpr std::uint64_t kDefaultMaxBytes = 64 << 20;

  /// Holds at most `max_bytes` of content; blocks that readers still hold come on top.
  explicit BlockCache(std::uint64_t max_bytes = kDefaultMaxBytes) : max_bytes_(max_bytes) {}
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  /// A number for a new source of blocks, to be given back with RemoveSource(), which drops its
  /// blocks.
  std::uint64_t AddSource();
  void RemoveSource(std::uint64_t source);

  /// The block `number` of `source`, which `decode` makes where the cache does not have it. Threads
  /// that miss the same block wait for the first of them instead of decoding it again; a failure is
  /// reported to the thread that met it, is not remembered, and lets the next one try.
  Result<Block> Get(std::uint64_t source, std::uint64_t number, const DecodeFunction& decode);

  Statistics statistics() const;

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct Entry {
    Key key;
    Block block;
  };
  using Entries = std::list<Entry>;

  void Insert(const Key& key, const Block& block);
  void Drop(Entries::iterator entry);

  const std::uint64_t max_bytes_;
  mutable std::mutex mutex_;
  std::condition_variable decoded_;
  Entries entries_;  // The most recently used first.
  std::map<Key, Entries::iterator> by_key_;
  std::set<Key> decoding_;
  std::uint64_t next_source_ = 0;
  Statistics statistics_;
};

}  // namespace fdr

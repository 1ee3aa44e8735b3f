// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decoded pieces of compressed files, bounded in bytes; the least recently used go first.
//
// What is decoded at a time, a block, may be much larger than what is wanted of it: a piece.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/source/decoder_pool.h"

namespace fdr {

/// Serves many sources and many threads at once.
class BlockCache {
 public:
  /// The bytes of a piece.  Stay valid after the cache has dropped it.
  using Block = std::shared_ptr<const ByteBuffer>;
  struct Piece {
    std::uint64_t number = 0;  ///< among all pieces of the source
    ByteBuffer bytes;
  };

  /// Where the bytes of pieces come from while a block is decoded: what is least recently used
  /// makes room for them, so that memory is never more than the cache may hold.  One thread at a
  /// time.
  class Room {
   public:
    explicit Room(BlockCache& cache) : cache_(cache) {}
    ~Room();
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    ByteBuffer Buffer(std::size_t size);

   private:
    BlockCache& cache_;
    std::uint64_t reserved_ = 0;
  };

  using DecodeFunction = std::function<Result<std::vector<Piece>>(Room&)>;

  struct Statistics {
    std::uint64_t hits = 0;
    std::uint64_t decodes = 0;  ///< Failed ones count as well.
    std::uint64_t bytes = 0;    ///< Of memory, held now.
  };

  /// See MakeBlockCache().
  explicit BlockCache(std::uint64_t max_bytes);
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  /// A number for a new source of pieces, to be given back with RemoveSource(), which drops its
  /// pieces.  A cache without sources keeps no memory.
  std::uint64_t AddSource();
  void RemoveSource(std::uint64_t source);

  /// The piece `number` of `source`.  Where the cache does not have it, `decode` makes it, and
  /// others of its block if it likes; the later one comes, the longer it is kept.  Threads that
  /// miss pieces of the same block wait for the first of them instead of decoding it again; a
  /// failure is reported to the thread that met it, is not remembered, and lets the next one try.
  Result<Block> Get(std::uint64_t source, std::uint64_t block, std::uint64_t number,
                    const DecodeFunction& decode);

  /// Whether that piece is here at the moment.
  bool Has(std::uint64_t source, std::uint64_t number) const;

  /// For all sources.
  DecoderPool& decoders() { return decoders_; }

  Statistics statistics() const;

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  struct Entry {
    Key key;
    Block piece;
  };
  using Entries = std::list<Entry>;
  class Spares;

  void Insert(const Key& key, const Block& piece);
  void Drop(Entries::iterator entry);
  void DropDownTo(std::uint64_t bytes);

  const std::uint64_t max_bytes_;
  const std::shared_ptr<Spares> spares_;
  mutable std::mutex mutex_;
  std::condition_variable decoded_;
  Entries entries_;  // The most recently used first.
  std::map<Key, Entries::iterator> by_key_;
  std::set<Key> decoding_;  // by block
  std::uint64_t next_source_ = 0;
  std::uint64_t sources_ = 0;
  std::uint64_t reserved_ = 0;  // bytes of pieces that are being decoded
  Statistics statistics_;
  DecoderPool decoders_;
};

}  // namespace fdr

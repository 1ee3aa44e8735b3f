// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A cache of decoded pieces of compressed files, bounded in bytes; drops the least recently used
// piece first.
//
// Files are decoded by blocks and cached by pieces; a block may be much larger than a piece.

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
  /// The bytes of a piece.  They stay valid after the cache has dropped the piece.
  using Block = std::shared_ptr<const ByteBuffer>;
  struct Piece {
    std::uint64_t number = 0;  ///< among all pieces of the source
    ByteBuffer bytes;
  };

  /// Provides the memory for pieces while a block is decoded.  Drops least recently used pieces
  /// first, so that memory stays within the cache's limit.  One thread at a time.
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
    std::uint64_t decodes = 0;  ///< Includes failed ones.
    std::uint64_t bytes = 0;    ///< The size of the memory held now.
  };

  /// See MakeBlockCache().
  explicit BlockCache(std::uint64_t max_bytes);
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;

  /// Returns a number for a new source of pieces.  The caller gives it back with RemoveSource(),
  /// which drops the source's pieces.  A cache without sources keeps no memory.
  std::uint64_t AddSource();
  void RemoveSource(std::uint64_t source);

  /// Returns the piece `number` of `source`.  If the cache does not have the piece, `decode` makes
  /// it, and may make other pieces of the block; pieces later in its result are kept longer.
  /// Threads that miss pieces of the same block wait for the first thread instead of decoding
  /// again.  A failure is reported only to the thread that met it, and is not cached: the next
  /// thread tries again.
  Result<Block> Get(std::uint64_t source, std::uint64_t block, std::uint64_t number,
                    const DecodeFunction& decode);

  /// Whether the cache has this piece at the moment.
  bool Has(std::uint64_t source, std::uint64_t number) const;

  /// The decoders for all sources.
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

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The common part of multi-block .xz and multi-frame .zst files.  Their content consists of blocks
// that can be decoded one by one.  So a read decodes only the blocks that it touches, each only as
// far as necessary.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/block_cache.h"
#include "fdr/archive/source/block_decoder.h"
#include "fdr/archive/source/decoder_pool.h"

namespace fdr {

/// Keeps pieces of blocks in a cache that is shared with other files.
class BlockFile : public ByteSource {
 public:
  ~BlockFile() override;
  BlockFile(const BlockFile&) = delete;
  BlockFile& operator=(const BlockFile&) = delete;

  std::uint64_t size() const final { return size_; }
  const std::string& name() const final { return file_->name(); }
  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> out) const final;

 protected:
  BlockFile(std::unique_ptr<ByteSource> file, std::uint64_t content_size,
            std::shared_ptr<BlockCache> cache);

  /// Returns the block with the content's byte `offset`, which is less than size().
  virtual BlockExtent Find(std::uint64_t offset) const = 0;

  /// Returns a decoder at the start of a block of the compressed `file`.  Without `checked`, the
  /// caller will not call Finish(), so no checksum is computed.
  virtual Result<std::unique_ptr<BlockDecoder>> OpenBlock(const ByteSource& file,
                                                          const BlockExtent& extent, bool checked,
                                                          DecoderPool& decoders) const = 0;

 private:
  // Decodes the piece of a block that begins at the content's byte `piece`, and the pieces before
  // it.  May decode some pieces after it, too.
  Result<std::vector<BlockCache::Piece>> DecodePieces(const BlockExtent& extent,
                                                      std::uint64_t piece,
                                                      BlockCache::Room& room) const;
  // The same, even if the block could not be decoded before.
  Result<std::vector<BlockCache::Piece>> DecodeBlock(const BlockExtent& extent, std::uint64_t piece,
                                                     BlockCache::Room& room) const;
  std::uint64_t EnoughOf(const BlockExtent& extent, std::uint64_t piece) const;
  bool WasChecked(const BlockExtent& extent) const;
  void SetChecked(const BlockExtent& extent) const;

  std::unique_ptr<ByteSource> file_;
  std::uint64_t size_;
  std::shared_ptr<BlockCache> cache_;
  std::uint64_t cache_id_;
  mutable std::mutex mutex_;
  mutable std::vector<bool> checked_;  // by block number: decoded to its end
  // The last block that could not be decoded, and why: it is not tried again and again.
  mutable std::optional<std::pair<std::uint64_t, Error>> broken_;
};

}  // namespace fdr

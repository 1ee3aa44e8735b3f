// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What multi-block .xz and multi-frame .zst have in common: the content consists of blocks that can
// be decoded one by one, so that a read anywhere decodes only the blocks it touches.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fdr/archive/block_cache.h"
#include "fdr/archive/byte_order.h"
#include "fdr/archive/byte_source.h"

namespace fdr {

/// Where a block lies in the compressed file, and in the content.
struct BlockExtent {
  std::uint64_t number = 0;
  std::uint64_t file_offset = 0;
  std::uint64_t file_size = 0;
  std::uint64_t content_offset = 0;
  std::uint64_t content_size = 0;
};

/// Blocks are kept in a cache that is shared with other files.
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

  /// The block with the content's byte `offset`, which is less than size().
  virtual BlockExtent Find(std::uint64_t offset) const = 0;

  /// Decodes a whole block.  What is not exactly `extent.content_size` long is an error.
  virtual Result<ByteBuffer> Decode(const BlockExtent& extent, Bytes compressed) const = 0;

 private:
  Result<ByteBuffer> ReadBlock(const BlockExtent& extent) const;

  std::unique_ptr<ByteSource> file_;
  std::uint64_t size_;
  std::shared_ptr<BlockCache> cache_;
  std::uint64_t cache_id_;
};

}  // namespace fdr

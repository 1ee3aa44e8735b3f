// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The common interface for writers of compressed formats with random access: independent blocks, a
// header before them, and a list of blocks at the end.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"

namespace fdr {

struct EncodedBlock {
  ByteBuffer bytes;
  std::uint64_t listed_size = 0;  ///< size of `bytes` for the list at the end
  std::uint64_t content_size = 0;
};

/// The facts kept about a written block.
struct ListedBlock {
  std::uint64_t size = 0;
  std::uint64_t content_size = 0;
};

/// Safe to use from several threads at once.
class BlockEncoder {
 public:
  virtual ~BlockEncoder() = default;

  /// The bytes before the first block.
  virtual Result<ByteBuffer> Start() const = 0;
  virtual Result<EncodedBlock> Encode(Bytes content) const = 0;
  /// The bytes of memory that Encode() takes for content of `size` bytes, with its result.
  virtual std::uint64_t Memory(std::size_t size) const = 0;
  /// The bytes after the last block; `blocks` are all blocks in order.
  virtual Result<ByteBuffer> End(std::span<const ListedBlock> blocks) const = 0;
};

/// What a format has, and what is used by default: docs/guide/compressing.md has the measurements.
struct EncoderLimits {
  int lowest_level, highest_level, default_level;
  std::size_t default_block;  ///< bytes of content
};
extern const EncoderLimits kXzLimits, kZstdLimits;

/// One stream of .xz, each block with a checksum.  `level` is 0 to 9, as in xz(1).  No block may
/// have more content than `block_size`, which decides the memory of encoders and decoders.
std::unique_ptr<BlockEncoder> NewXzEncoder(int level, std::size_t block_size);

/// Frames of .zst with checksums and a seek table.  `level` is 1 to 19, as in zstd(1).
std::unique_ptr<BlockEncoder> NewZstdEncoder(int level);

}  // namespace fdr

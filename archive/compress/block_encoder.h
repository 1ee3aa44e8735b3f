// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the compressed formats that can be read anywhere have in common for their writers: blocks
// that stand for themselves, something before them, and a list of them at the end.

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
  std::uint64_t listed_size = 0;  ///< of `bytes`, as the list at the end wants it
  std::uint64_t content_size = 0;
};

/// What is remembered of a block when it is written.
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
  /// The bytes behind the last block; `blocks` are all of them in their order.
  virtual Result<ByteBuffer> End(std::span<const ListedBlock> blocks) const = 0;
};

/// One stream of .xz, each block with a checksum.  `level` as in xz(1), 0 to 9; no block is to have
/// more content than `block_size`, for which the memory of encoders and decoders is laid out.
std::unique_ptr<BlockEncoder> NewXzEncoder(int level, std::size_t block_size);

/// Frames of .zst with checksums and a seek table.  `level` as in zstd(1), 1 to 19.
std::unique_ptr<BlockEncoder> NewZstdEncoder(int level);

}  // namespace fdr

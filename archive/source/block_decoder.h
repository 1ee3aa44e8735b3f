// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decoders for blocks of compressed files.  A decoder keeps its memory from one block to the next.

#pragma once

#include <cstdint>
#include <span>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"

namespace fdr {

/// The place of a block in the compressed file, and in the content.
struct BlockExtent {
  std::uint64_t number = 0;
  std::uint64_t file_offset = 0;
  std::uint64_t file_size = 0;
  std::uint64_t content_offset = 0;
  std::uint64_t content_size = 0;
};

/// The compressed bytes of a block, a few at a time.
class BlockInput {
 public:
  /// Borrows the file until the next Start() or the last call.
  void Start(const ByteSource& file, const BlockExtent& extent);

  /// Returns the next bytes; nothing at the end of the block.  Valid until the next call.
  Result<Bytes> Next();
  bool AtEnd() const { return at_ == end_; }
  /// The error for a block that cannot be decoded.
  tl::unexpected<Error> Failure(const char* what) const;
  /// The error for a block that needs more memory than there is.
  tl::unexpected<Error> Shortage() const { return FailForMemory(file_->name()); }

 private:
  const ByteSource* file_ = nullptr;
  std::uint64_t start_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
  ByteBuffer buffer_;
};

/// Decodes a block from its start on.  Each kind of decoder has its own function to start a block.
/// A decoder can start another block at any time, even after an error.
class BlockDecoder {
 public:
  virtual ~BlockDecoder() = default;

  /// Fills `out` with the next bytes of content.  An error if the block ends before that.
  virtual Result<void> Read(std::span<std::byte> out) = 0;
  /// Ends the block.  An error if more content follows, or if the checksum does not match.
  virtual Result<void> Finish() = 0;

  /// The approximate memory of this decoder, in bytes.
  virtual std::uint64_t memory() const = 0;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What decodes one block of a compressed file after the other, the memory it needs for it being
// kept.

#pragma once

#include <cstdint>
#include <span>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"

namespace fdr {

/// Where a block lies in the compressed file, and in the content.
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
  /// Borrows the file, until the next Start() or until nothing is asked any more.
  void Start(const ByteSource& file, const BlockExtent& extent);

  /// What comes next; nothing at the end of the block.  Valid until the next call.
  Result<Bytes> Next();
  bool AtEnd() const { return at_ == end_; }
  /// Why the block cannot be decoded.
  tl::unexpected<Error> Failure(const char* what) const;
  /// The same where there is not the memory for it.
  tl::unexpected<Error> Shortage() const { return FailForMemory(file_->name()); }

 private:
  const ByteSource* file_ = nullptr;
  std::uint64_t start_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
  ByteBuffer buffer_;
};

/// Decodes a block from its start on.  Whoever starts it says which; then it may serve for the next
/// one, whatever became of this.
class BlockDecoder {
 public:
  virtual ~BlockDecoder() = default;

  /// Fills `out` with what comes next.  It is an error if the block ends before that.
  virtual Result<void> Read(std::span<std::byte> out) = 0;
  /// It is an error if the block does not end here, or if what was read is not what its checksum
  /// says.
  virtual Result<void> Finish() = 0;

  /// About so many bytes it keeps.
  virtual std::uint64_t memory() const = 0;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A part of a file in memory that moves forward: for readers that look ahead from their position.

#pragma once

#include <cstddef>
#include <cstdint>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"

namespace fdr {

/// One thread at a time.  Borrows the source.
class ReadWindow {
 public:
  static constexpr std::size_t kChunk = 256 * 1024;

  explicit ReadWindow(const ByteSource& source) : source_(&source) {}

  /// Returns the `size` bytes at `offset`, or fewer at the end of the content.  Valid until the
  /// next call, or as long as the source if the source has a View().  While offsets ascend, every
  /// byte is read only once.  Memory follows the largest `size`.
  Result<Bytes> At(std::uint64_t offset, std::size_t size);

 private:
  Result<void> Fill(std::uint64_t offset, std::size_t size);

  const ByteSource* source_;
  ByteBuffer buffer_;
  std::uint64_t start_ = 0;  // offset of the buffer in the file
  std::size_t used_ = 0;     // bytes in the buffer
};

}  // namespace fdr

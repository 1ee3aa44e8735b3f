// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random access to .zst files of several frames, by their seek table, or by the frames' own headers
// where there is no table.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fdr/archive/source/block_file.h"

namespace fdr {

struct ZstdSeekTable;

/// Where the frames of a file are.
class ZstdFrames {
 public:
  /// Reads the seek table and compares it with the frames' headers, or walks from block to block;
  /// decodes nothing.  Returns nothing if the file has no table and a frame does not state the size
  /// of its content.
  static Result<std::optional<ZstdFrames>> Read(const ByteSource& file);

  std::uint64_t content_size() const { return content_size_; }

  /// The size of the largest frame, compressed or decoded, whichever is larger.
  std::uint64_t largest_frame() const;

  /// Returns the frame with the content's byte `offset`, which is less than content_size().
  const BlockExtent& Find(std::uint64_t offset) const;

 private:
  static Result<ZstdFrames> FromSeekTable(const ByteSource& file, const ZstdSeekTable& table);
  static Result<std::optional<ZstdFrames>> Walk(const ByteSource& file);
  /// False if the size of the content would overflow.
  bool Add(std::uint64_t file_offset, std::uint64_t file_size, std::uint64_t content_size);

  std::vector<BlockExtent> frames_;  // Those with content.
  std::uint64_t content_size_ = 0;
};

/// The content of `file`, which has these `frames`.  A read may decode a whole frame, so check
/// frames.largest_frame() first.
std::unique_ptr<ByteSource> OpenZstdFile(std::unique_ptr<ByteSource> file, ZstdFrames frames,
                                         std::shared_ptr<BlockCache> cache);

}  // namespace fdr

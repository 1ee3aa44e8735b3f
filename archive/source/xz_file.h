// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random access to .xz files (`xz --block-size`, which pmlogcompress uses) by the index that ends
// every stream.  The format: https://tukaani.org/xz/xz-file-format.txt

#pragma once

#include <cstdint>
#include <memory>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/block_cache.h"

struct lzma_index_s;

namespace fdr {

/// The indexes of all streams of a file, joined.  Several streams, and padding after each, are
/// fine.
class XzIndex {
 public:
  /// Reads the footers, headers and indexes, and no block.
  static Result<XzIndex> Read(const ByteSource& file);

  std::uint64_t content_size() const;

  /// The size of the largest block, compressed or decoded, whichever is larger.
  std::uint64_t largest_block() const;

  const lzma_index_s* get() const { return index_.get(); }

 private:
  struct Free {
    void operator()(lzma_index_s* index) const;
  };
  explicit XzIndex(lzma_index_s* index) : index_(index) {}

  std::unique_ptr<lzma_index_s, Free> index_;
};

/// The content of `file`; `index` is its index.  A read may decode a whole block, so check
/// index.largest_block() first.
std::unique_ptr<ByteSource> OpenXzFile(std::unique_ptr<ByteSource> file, XzIndex index,
                                       std::shared_ptr<BlockCache> cache);

}  // namespace fdr

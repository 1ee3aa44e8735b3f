// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes compressed files that can be read anywhere: .xz of many blocks, which PCP's tools read in
// place, and .zst of many frames with a seek table.  See docs/format/compression.md.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/source/compression.h"

namespace fdr {

struct CompressOptions {
  static constexpr std::size_t kSmallestBlock = 4096;
  /// What readers decode block by block as a rule: SourceOptions::max_in_memory.
  static constexpr std::size_t kLargestBlock = 16 << 20;

  Compression format = Compression::kXz;  ///< or kZstd
  /// As xz(1) and zstd(1) count: 0 to 9, or 1 to 19.  By default what DefaultLevel() says.
  std::optional<int> level = {};
  /// Content in a block at most.  By default what DefaultBlockSize() says.
  std::optional<std::size_t> block_size = {};
  /// So many blocks are compressed at a time, each in a thread and in memory; 1: no other thread.
  unsigned threads = 1;
};

/// As docs/guide/compressing.md measures.
int DefaultLevel(Compression format);
std::size_t DefaultBlockSize(Compression format);

/// kInvalidArgument for another format, and for levels and sizes that it does not have.
Result<void> CheckCompressOptions(const CompressOptions& options);

/// Asked now and then, with how many bytes of the content are done: false ends it with kCancelled.
using KeepGoing = std::function<bool(std::uint64_t done)>;

/// Appends `content`, compressed, to `out`, which is empty.  A block holds whole records, as far as
/// the content is framed as records and these are smaller than a block.
Result<void> WriteCompressed(const ByteSource& content, const CompressOptions& options,
                             ByteSink& out, const KeepGoing& keep_going = {});

}  // namespace fdr

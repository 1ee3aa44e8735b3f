// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes compressed files with random access: .xz of many blocks, which PCP's tools read in place,
// and .zst of many frames with a seek table.  See docs/format/compression.md.

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
  /// The largest block that readers decode by default: SourceOptions::max_in_memory.
  static constexpr std::size_t kLargestBlock = 16 << 20;

  Compression format = Compression::kXz;  ///< or kZstd
  /// 0 to 9 as in xz(1), or 1 to 19 as in zstd(1).  The encoders have the defaults.
  std::optional<int> level = {};
  /// Maximum content of a block, in bytes.
  std::optional<std::size_t> block_size = {};
  /// The number of blocks that are compressed at a time, each in its thread and in memory; 1: in
  /// the calling thread.  Fewer where the address space of the process is limited.
  unsigned threads = 1;
};

/// kInvalidArgument for another format, and for levels and sizes that the format does not have.
Result<void> CheckCompressOptions(const CompressOptions& options);

/// Called now and then with the finished bytes of content; returns false to stop with kCancelled.
using KeepGoing = std::function<bool(std::uint64_t done)>;

/// Appends `content`, compressed, to the empty `out`.  A block holds whole records if the content
/// is framed as records and they are smaller than a block.
Result<void> WriteCompressed(const ByteSource& content, const CompressOptions& options,
                             ByteSink& out, const KeepGoing& keep_going = {});

}  // namespace fdr

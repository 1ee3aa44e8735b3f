// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Compresses content that comes piece by piece.

#pragma once

#include <deque>
#include <future>
#include <memory>
#include <vector>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/compress/block_encoder.h"
#include "fdr/archive/compress/compress_file.h"
#include "fdr/archive/files/byte_sink.h"

namespace fdr {

/// A block holds whole records if the content is framed as records and they are smaller than a
/// block.  Memory follows the size of a block and the number of threads.  One thread at a time.
class CompressStream {
 public:
  /// Options that CheckCompressOptions() refuses are refused.  Borrows `out`, which is empty.
  static Result<std::unique_ptr<CompressStream>> Begin(const CompressOptions& options,
                                                       ByteSink& out);

  Result<void> Append(Bytes content);
  /// Writes the end.  Call nothing else afterwards.
  Result<void> Finish();

 private:
  CompressStream(std::unique_ptr<BlockEncoder> encoder, std::size_t block_size, unsigned threads,
                 ByteSink& out)
      : encoder_(std::move(encoder)), block_size_(block_size), threads_(threads), out_(out) {}

  Result<void> Put(ByteBuffer block);
  Result<void> WriteFirst();
  Result<void> Write(const Result<EncodedBlock>& block);

  std::unique_ptr<BlockEncoder> encoder_;
  std::size_t block_size_;
  unsigned threads_;
  ByteSink& out_;
  ByteBuffer waiting_;  // content of the next block
  std::vector<ListedBlock> blocks_;
  std::deque<std::future<Result<EncodedBlock>>> running_;  // the destructor waits for the threads
};

}  // namespace fdr

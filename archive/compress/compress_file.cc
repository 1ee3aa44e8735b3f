// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compress_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <memory>
#include <utility>
#include <vector>

#include "fdr/archive/base/async_work.h"
#include "fdr/archive/compress/block_encoder.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

const EncoderLimits& LimitsOf(Compression format) {
  return format == Compression::kXz ? kXzLimits : kZstdLimits;
}

// Returns the size of the whole records in `bytes`, which begin with a record.  Returns all bytes
// if no record ends in the second half: they are no records, or one is larger than a block.
std::size_t WholeRecords(Bytes bytes) {
  std::size_t end = 0;
  while (bytes.size() - end >= kFrameOverhead) {
    const std::uint32_t size = LoadU32(bytes.data() + end);
    if (size < kFrameOverhead || size > bytes.size() - end) break;
    end += size;
  }
  return end >= bytes.size() / 2 ? end : bytes.size();
}

// Compresses blocks and returns them in order; as many at a time as threads.
class Pipeline {
 public:
  Pipeline(const BlockEncoder& encoder, unsigned threads, ByteSink& out)
      : encoder_(encoder), threads_(threads), out_(out) {}

  Result<void> Put(ByteBuffer content) {
    if (threads_ <= 1) return Write(encoder_.Encode(content));
    if (running_.size() == threads_)
      if (Result<void> written = WriteFirst(); !written) return written;
    // If no thread can be started, the work is done when its result is requested.
    constexpr auto kPolicy = std::launch::async | std::launch::deferred;
    running_.push_back(
        StartAsync(kPolicy, [this, block = std::move(content)] { return encoder_.Encode(block); }));
    return {};
  }

  Result<void> Finish() {
    while (!running_.empty())
      if (Result<void> written = WriteFirst(); !written) return written;
    Result<ByteBuffer> end = encoder_.End(blocks_);
    if (!end) return Fail(std::move(end.error()));
    return out_.Append(*end);
  }

 private:
  Result<void> WriteFirst() {
    std::future<Result<EncodedBlock>> first = std::move(running_.front());
    running_.pop_front();
    return Write(first.get());
  }

  Result<void> Write(const Result<EncodedBlock>& block) {
    if (!block) return Fail(block.error());
    blocks_.push_back({block->listed_size, block->content_size});
    return out_.Append(block->bytes);
  }

  const BlockEncoder& encoder_;
  unsigned threads_;
  ByteSink& out_;
  std::vector<ListedBlock> blocks_;
  std::deque<std::future<Result<EncodedBlock>>> running_;  // the destructor waits for the threads
};

}  // namespace

Result<void> CheckCompressOptions(const CompressOptions& options) {
  if (options.format != Compression::kXz && options.format != Compression::kZstd)
    return Fail(Errc::kInvalidArgument,
                fmt::format("No writer for {}", CompressionName(options.format)));
  const EncoderLimits& limits = LimitsOf(options.format);
  const int level = options.level.value_or(limits.default_level);
  if (level < limits.lowest_level || level > limits.highest_level)
    return Fail(Errc::kInvalidArgument,
                fmt::format("Levels of {} are {} to {}", CompressionName(options.format),
                            limits.lowest_level, limits.highest_level));
  const std::size_t size = options.block_size.value_or(CompressOptions::kSmallestBlock);
  if (size < CompressOptions::kSmallestBlock || size > CompressOptions::kLargestBlock)
    return Fail(Errc::kInvalidArgument,
                fmt::format("Blocks may have {} to {} bytes", CompressOptions::kSmallestBlock,
                            CompressOptions::kLargestBlock));
  return {};
}

Result<void> WriteCompressed(const ByteSource& content, const CompressOptions& options,
                             ByteSink& out, const KeepGoing& keep_going) {
  if (Result<void> checked = CheckCompressOptions(options); !checked) return checked;
  const EncoderLimits& limits = LimitsOf(options.format);
  const int level = options.level.value_or(limits.default_level);
  const std::size_t block_size = options.block_size.value_or(limits.default_block);
  const std::unique_ptr<BlockEncoder> encoder =
      options.format == Compression::kXz ? NewXzEncoder(level, block_size) : NewZstdEncoder(level);
  const Result<ByteBuffer> start = encoder->Start();
  if (!start) return Fail(start.error());
  if (Result<void> written = out.Append(*start); !written) return written;
  Pipeline pipeline(*encoder, options.threads, out);
  for (std::uint64_t offset = 0; offset < content.size();) {
    if (keep_going && !keep_going(offset)) return Fail(Errc::kCancelled, "Interrupted");
    ByteBuffer block(
        static_cast<std::size_t>(std::min<std::uint64_t>(block_size, content.size() - offset)));
    const Result<std::size_t> got = content.ReadAt(offset, block);
    if (!got) return Fail(got.error());
    if (*got < block.size())
      return Fail(Errc::kIo, "Somebody cut the file meanwhile", content.name(), offset + *got);
    if (offset + *got < content.size()) block.resize(WholeRecords(block));
    offset += block.size();
    if (Result<void> put = pipeline.Put(std::move(block)); !put) return put;
  }
  return pipeline.Finish();
}

}  // namespace fdr

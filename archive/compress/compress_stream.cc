// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compress_stream.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/base/async_work.h"
#include "fdr/archive/compress/compress_threads.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {
namespace {

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

}  // namespace

Result<std::unique_ptr<CompressStream>> CompressStream::Begin(const CompressOptions& options,
                                                              ByteSink& out) {
  if (Result<void> checked = CheckCompressOptions(options); !checked) return Fail(checked.error());
  const bool is_xz = options.format == Compression::kXz;
  const EncoderLimits& limits = is_xz ? kXzLimits : kZstdLimits;
  const int level = options.level.value_or(limits.default_level);
  const std::size_t block_size = options.block_size.value_or(limits.default_block);
  auto encoder = is_xz ? NewXzEncoder(level, block_size) : NewZstdEncoder(level);
  // One block waits, and another one is being filled.
  const unsigned threads = ThreadsThatFit(options.threads, encoder->Memory(block_size) + block_size,
                                          2 * std::uint64_t{block_size});
  std::unique_ptr<CompressStream> stream(
      new CompressStream(std::move(encoder), block_size, threads, out));
  const Result<ByteBuffer> start = stream->encoder_->Start();
  if (!start) return Fail(start.error());
  if (Result<void> written = out.Append(*start); !written) return Fail(written.error());
  return stream;
}

// More than a block never waits, whatever the size of `content`.
Result<void> CompressStream::Append(Bytes content) {
  waiting_.reserve(block_size_ + 1);
  while (!content.empty()) {
    const std::size_t room = block_size_ + 1 - waiting_.size();
    const Bytes part = content.first(std::min(room, content.size()));
    waiting_.insert(waiting_.end(), part.begin(), part.end());
    content = content.subspan(part.size());
    if (waiting_.size() <= block_size_) continue;
    const std::size_t size = WholeRecords(Bytes(waiting_).first(block_size_));
    ByteBuffer rest(waiting_.begin() + static_cast<std::ptrdiff_t>(size), waiting_.end());
    waiting_.resize(size);
    if (Result<void> put = Put(std::move(waiting_)); !put) return put;
    waiting_ = std::move(rest);
    waiting_.reserve(block_size_ + 1);
  }
  return {};
}

Result<void> CompressStream::Put(ByteBuffer block) {
  if (threads_ <= 1) return Write(encoder_->Encode(block));
  if (running_.size() == threads_)
    if (Result<void> written = WriteFirst(); !written) return written;
  // If no thread can be started, the work is done when its result is requested.
  constexpr auto kPolicy = std::launch::async | std::launch::deferred;
  running_.push_back(StartAsync(
      kPolicy, [this, content = std::move(block)] { return encoder_->Encode(content); }));
  return {};
}

Result<void> CompressStream::Finish() {
  if (!waiting_.empty())
    if (Result<void> put = Put(std::exchange(waiting_, {})); !put) return put;
  while (!running_.empty())
    if (Result<void> written = WriteFirst(); !written) return written;
  Result<ByteBuffer> end = encoder_->End(blocks_);
  if (!end) return Fail(std::move(end.error()));
  return out_.Append(*end);
}

Result<void> CompressStream::WriteFirst() {
  std::future<Result<EncodedBlock>> first = std::move(running_.front());
  running_.pop_front();
  return Write(first.get());
}

Result<void> CompressStream::Write(const Result<EncodedBlock>& block) {
  if (!block) return Fail(block.error());
  blocks_.push_back({block->listed_size, block->content_size});
  return out_.Append(block->bytes);
}

}  // namespace fdr

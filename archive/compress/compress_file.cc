// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compress_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/compress/block_encoder.h"
#include "fdr/archive/compress/compress_stream.h"

namespace fdr {
namespace {

constexpr std::size_t kMostAtATime = 256 << 10;

const EncoderLimits& LimitsOf(Compression format) {
  return format == Compression::kXz ? kXzLimits : kZstdLimits;
}

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
  const auto stream = CompressStream::Begin(options, out);
  if (!stream) return Fail(stream.error());
  ByteBuffer piece(
      std::min(options.block_size.value_or(LimitsOf(options.format).default_block), kMostAtATime));
  for (std::uint64_t offset = 0; offset < content.size(); offset += piece.size()) {
    if (keep_going && !keep_going(offset)) return Fail(Errc::kCancelled, "Interrupted");
    const std::uint64_t left = content.size() - offset;
    piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), left)));
    const Result<std::size_t> got = content.ReadAt(offset, piece);
    if (!got) return Fail(got.error());
    if (*got < piece.size())
      return Fail(Errc::kIo, "Somebody cut the file meanwhile", content.name(), offset + *got);
    if (Result<void> put = (*stream)->Append(piece); !put) return put;
  }
  return (*stream)->Finish();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The first byte chooses the format.  The other bytes are the compressed file.

#include <memory>
#include <vector>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/source/source_options.h"
#include "fdr/archive/source/stream_decoder.h"
#include "fdr/archive/source/xz_file.h"
#include "fdr/archive/source/zstd_file.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr std::uint64_t kMostContent = 1 << 20;

std::unique_ptr<ByteSource> Source(Bytes bytes) {
  return std::make_unique<MemorySource>("fuzz", ByteBuffer(bytes.begin(), bytes.end()));
}

// The decoded content of a stream, up to its first fault.
ByteBuffer Stream(Bytes bytes, Compression compression) {
  ByteBuffer content(kMostContent);
  std::size_t size = 0;
  const auto source = Source(bytes);
  if (const auto decoder = OpenStreamDecoder(*source, compression))
    if (const auto read = (*decoder)->Read(content)) size = *read;
  content.resize(size);
  return content;
}

// A file has the same content when it is read block by block and when it is read as a stream.
void Blocks(const ByteSource& file, Bytes bytes, Compression compression) {
  ByteBuffer content(static_cast<std::size_t>(std::min(file.size(), kMostContent)));
  const auto read = file.ReadAt(0, content);
  if (!read || *read < content.size()) return;
  if (file.size() > 0) file.ReadAt(file.size() - 1, std::span(content).last(1)).has_value();
  const ByteBuffer stream = Stream(bytes, compression);
  if (stream.size() == content.size()) RequireSame(content, stream);
}

void Decode(std::uint8_t format, Bytes bytes) {
  constexpr Compression kStreams[] = {Compression::kXz,       Compression::kLzma,
                                      Compression::kBzip2,    Compression::kGzip,
                                      Compression::kCompress, Compression::kZstd};
  switch (format) {
    case 0:
      if (auto index = XzIndex::Read(*Source(bytes));
          index && index->largest_block() <= kMostContent)
        Blocks(*OpenXzFile(Source(bytes), std::move(*index), MakeBlockCache()), bytes,
               Compression::kXz);
      return;
    case 1:
      if (auto frames = ZstdFrames::Read(*Source(bytes));
          frames && *frames && (*frames)->largest_frame() <= kMostContent)
        Blocks(*OpenZstdFile(Source(bytes), std::move(**frames), MakeBlockCache()), bytes,
               Compression::kZstd);
      return;
    default:
      Stream(bytes, kStreams[format % std::size(kStreams)]);
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 0) fdr::fuzz::Decode(data[0], fdr::fuzz::Input(data + 1, size - 1));
  return 0;
}

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/compressed_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fdr/archive/source/plain_file.h"
#include "fdr/archive/source/stream_decoder.h"
#include "fdr/archive/source/stream_file.h"
#include "fdr/archive/source/xz_file.h"
#include "fdr/archive/source/zstd_file.h"

namespace fdr {
namespace {

// The size of the smallest label.  Of a damaged file, less than that is of no use.
constexpr std::size_t kShortestPrefix = 132;

struct DetectedFile {
  std::unique_ptr<ByteSource> bytes;  // As they are on disk.
  Compression compression = Compression::kNone;
};

Result<DetectedFile> Detect(std::unique_ptr<ByteSource> file) {
  const std::string& path = file->name();
  std::array<std::byte, kCompressionMagicSize> start;
  const auto n = file->ReadAt(0, start);
  if (!n) return Fail(n.error());
  Compression compression = DetectCompression(Bytes(start).first(*n));
  const std::string_view suffix = CompressionSuffix(path);
  if (suffix == ".lzma" && compression == Compression::kNone) compression = Compression::kLzma;
  if (!suffix.empty() && compression == Compression::kNone) {
    return Fail(Errc::kCompression,
                fmt::format("The name ends in {}, but the content is not compressed", suffix),
                path);
  }
  if (suffix.empty() && compression != Compression::kNone) {
    return Fail(Errc::kCompression,
                fmt::format("The content is compressed ({}), but the name does not say so",
                            CompressionName(compression)),
                path);
  }
  return DetectedFile{std::move(file), compression};
}

Result<DetectedFile> Open(const std::string& path) {
  auto file = OpenPlainFile(path);
  if (!file) return Fail(file.error());
  return Detect(std::move(*file));
}

}  // namespace

Result<std::unique_ptr<ByteSource>> OpenCompressed(std::unique_ptr<ByteSource> file,
                                                   Compression compression,
                                                   const SourceOptions& options) {
  if (compression == Compression::kXz) {
    auto index = XzIndex::Read(*file);
    if (!index) return Fail(index.error());
    if (index->largest_block() <= options.max_in_memory) {
      return OpenXzFile(std::move(file), std::move(*index), options.cache);
    }
  }
  if (compression == Compression::kZstd) {
    auto frames = ZstdFrames::Read(*file);
    if (!frames) return Fail(frames.error());
    if (*frames && (*frames)->largest_frame() <= options.max_in_memory) {
      return OpenZstdFile(std::move(file), std::move(**frames), options.cache);
    }
  }
  return OpenStreamFile(*file, compression, options);
}

Result<std::unique_ptr<ByteSource>> OpenSource(const std::string& path,
                                               const SourceOptions& options) {
  auto file = Open(path);
  if (!file) return Fail(file.error());
  if (file->compression == Compression::kNone) return std::move(file->bytes);
  return OpenCompressed(std::move(file->bytes), file->compression, options);
}

Result<std::unique_ptr<ByteSource>> OpenToLoad(const std::string& path,
                                               const SourceOptions& options) {
  SourceOptions limited = options;
  limited.max_content = std::min(options.max_content, options.max_loaded);
  Result<std::unique_ptr<ByteSource>> source = OpenSource(path, limited);
  if (source && !CompressionSuffix(path).empty() && (*source)->size() > options.max_loaded)
    return Fail(Errc::kTooLarge,
                fmt::format("Decodes to {} bytes; metadata and indexes may have {}",
                            (*source)->size(), options.max_loaded),
                path);
  return source;
}

Result<DamagedSource> OpenDamaged(const std::string& path, const SourceOptions& options) {
  auto whole = OpenSource(path, options);
  if (whole) return DamagedSource{std::move(*whole), {}};
  if (whole.error().code != Errc::kCompression) return Fail(whole.error());
  const auto file = Open(path);
  if (!file) return Fail(file.error());
  auto start = OpenStreamStart(*file->bytes, file->compression, options);
  if (!start) return Fail(start.error());
  return DamagedSource{std::move(*start), std::move(whole.error().what)};
}

Result<ByteBuffer> DecodePrefix(const std::string& path, std::size_t n) {
  auto file = OpenPlainFile(path);
  if (!file) return Fail(file.error());
  return DecodePrefix(std::move(*file), n);
}

Result<ByteBuffer> DecodePrefix(std::unique_ptr<ByteSource> opened, std::size_t n) {
  const auto file = Detect(std::move(opened));
  if (!file) return Fail(file.error());
  ByteBuffer out(n);
  Result<std::size_t> size = 0;
  if (file->compression == Compression::kNone) {
    size = file->bytes->ReadAt(0, out);
  } else {
    const auto decoder = OpenStreamDecoder(*file->bytes, file->compression);
    if (!decoder) return Fail(decoder.error());
    size = (*decoder)->Read(out);
    const std::size_t filled = (*decoder)->filled();
    if (!size && size.error().code == Errc::kCompression && filled >= kShortestPrefix)
      size = filled;
  }
  if (!size) return Fail(size.error());
  out.resize(*size);
  return out;
}

Result<SourceFacts> InspectSource(const std::string& path) {
  const auto file = Open(path);
  if (!file) return Fail(file.error());
  SourceFacts facts{
      .compression = file->compression, .file_size = file->bytes->size(), .content_size = {}};
  if (facts.compression == Compression::kNone) {
    facts.content_size = facts.file_size;
  } else if (facts.compression == Compression::kXz) {
    const auto index = XzIndex::Read(*file->bytes);
    if (!index) return Fail(index.error());
    facts.content_size = index->content_size();
  } else if (facts.compression == Compression::kZstd) {
    const auto frames = ZstdFrames::Read(*file->bytes);
    if (!frames) return Fail(frames.error());
    if (*frames) facts.content_size = (*frames)->content_size();
  }
  return facts;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Opens a file for reading, compressed or not.
//
// Whether it is compressed is for the name's suffix to say, and how, for the content's first bytes:
// where the two contradict each other, the file is refused.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/compression.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// The content of a file.  A .xz of several blocks and a .zst of several frames are decoded block
/// by block as they are read; everything else that is compressed is decoded here and now, so open
/// such a file when its records are needed, and use DecodePrefix() for its label.
Result<std::unique_ptr<ByteSource>> OpenSource(const std::string& path,
                                               const SourceOptions& options = {});

/// The content of a file that is compressed so, whatever its name says.  `compression` is not
/// kNone.
Result<std::unique_ptr<ByteSource>> OpenCompressed(std::unique_ptr<ByteSource> file,
                                                   Compression compression,
                                                   const SourceOptions& options = {});

/// OpenSource() for a file that will be held in memory as a whole, .meta or .index.  kTooLarge if
/// it is compressed and has more content than SourceOptions::max_loaded: a few kilobytes can hold
/// gigabytes of zeros.  A plain file is as large as the disk space that it takes.
Result<std::unique_ptr<ByteSource>> OpenToLoad(const std::string& path,
                                               const SourceOptions& options = {});

/// A file as far as it goes.
struct DamagedSource {
  std::unique_ptr<ByteSource> content;
  std::string broken;  ///< why nothing follows; empty if that is all
};

/// For repairs: where OpenSource() would refuse a compressed file that is cut or damaged, what can
/// be decoded from its start on (OpenStreamStart).
Result<DamagedSource> OpenDamaged(const std::string& path, const SourceOptions& options = {});

/// The first `n` bytes of a file's content, fewer if it has fewer, without decoding much more than
/// that.
Result<ByteBuffer> DecodePrefix(const std::string& path, std::size_t n);
/// The same of a file that is open, as its name says.
Result<ByteBuffer> DecodePrefix(std::unique_ptr<ByteSource> file, std::size_t n);

/// What can be told about a file without decoding it.
struct SourceFacts {
  Compression compression = Compression::kNone;
  std::uint64_t file_size = 0;  ///< On disk.
  /// As the file states it: .xz always does, .zst often, the others never.
  std::optional<std::uint64_t> content_size;
};

Result<SourceFacts> InspectSource(const std::string& path);

}  // namespace fdr

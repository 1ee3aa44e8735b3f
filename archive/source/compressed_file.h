// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Opens a file for reading, compressed or not.
//
// The name's suffix decides whether the file is compressed; the content's first bytes decide the
// format.  A file is refused if the two contradict each other.

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

/// Opens the content of a file.  A .xz of several blocks and a .zst of several frames are decoded
/// block by block during reading.  All other compressed files are decoded completely by this call.
/// So open such a file only when its records are needed, and use DecodePrefix() for its label.
Result<std::unique_ptr<ByteSource>> OpenSource(const std::string& path,
                                               const SourceOptions& options = {});

/// The content of a file that is compressed in this way, regardless of its name.  `compression` is
/// not kNone.
Result<std::unique_ptr<ByteSource>> OpenCompressed(std::unique_ptr<ByteSource> file,
                                                   Compression compression,
                                                   const SourceOptions& options = {});

/// OpenSource() for a .meta or .index file, which is held in memory as a whole.  Fails with
/// kTooLarge if the file is compressed and has more content than SourceOptions::max_loaded, because
/// a few kilobytes can hold gigabytes of zeros.  A plain file has no such limit.
Result<std::unique_ptr<ByteSource>> OpenToLoad(const std::string& path,
                                               const SourceOptions& options = {});

/// A file as far as it can be decoded.
struct DamagedSource {
  std::unique_ptr<ByteSource> content;
  std::string broken;  ///< why the content stops here; empty if it is complete
};

/// For repairs: like OpenSource(), but of a cut or damaged compressed file returns the part that
/// can be decoded from the start on (OpenStreamStart).
Result<DamagedSource> OpenDamaged(const std::string& path, const SourceOptions& options = {});

/// Returns the first `n` bytes of a file's content, or all if it has fewer.  Decodes little more
/// than these bytes.  Returns fewer bytes of a damaged file if these are enough for a label.
Result<ByteBuffer> DecodePrefix(const std::string& path, std::size_t n);
/// The same for an open file; the suffix of its name counts.
Result<ByteBuffer> DecodePrefix(std::unique_ptr<ByteSource> file, std::size_t n);

/// The facts about a file that need no decoding.
struct SourceFacts {
  Compression compression = Compression::kNone;
  std::uint64_t file_size = 0;  ///< On disk.
  /// As stated in the file: .xz always states it, .zst often, the other formats never.
  std::optional<std::uint64_t> content_size;
};

Result<SourceFacts> InspectSource(const std::string& path);

}  // namespace fdr

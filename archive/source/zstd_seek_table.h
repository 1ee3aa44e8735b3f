// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The table of frames at the end of a seekable .zst file, in a skippable frame that every decoder
// passes over.  The format is public: "Zstandard Seekable Format", version 0.1.0, in zstd's
// contrib/seekable_format.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

/// The content of the table.  Only the frames can show whether it is true.
struct ZstdSeekTable {
  struct Entry {
    std::uint32_t file_size = 0;
    std::uint32_t content_size = 0;
  };

  std::vector<Entry> frames;
  std::uint64_t size_in_file = 0;  ///< The size of the table's frame, at the end of the file.

  /// Returns nothing if the file does not end with a table.  Ignores the checksums that a table may
  /// have: the frames have their own.
  static Result<std::optional<ZstdSeekTable>> Read(const ByteSource& file);

  /// Encodes the table as a skippable frame, which the caller appends to the file.
  static ByteBuffer Encode(const std::vector<Entry>& frames);
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decodes a compressed file from its start to its end, whatever the format.

#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/compression.h"

namespace fdr {

/// One thread at a time.  After an error there is nothing more to be had.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;

  /// Fills `out` with what comes next.  Fewer bytes than asked for mean that the content ends
  /// there, and that the file does: truncated data and garbage behind them are errors.  (Only data
  /// of compress(1) may be cut without a trace: the format has no end and no checksum.)
  virtual Result<std::size_t> Read(std::span<std::byte> out) = 0;
};

/// `compression` is not kNone.  Borrows `file`.
Result<std::unique_ptr<StreamDecoder>> OpenStreamDecoder(const ByteSource& file,
                                                         Compression compression);

/// What OpenStreamDecoder() uses for gzip, since libarchive does not look at its checksums, and for
/// xz, of which libarchive keeps back what it decoded before damage.
Result<std::unique_ptr<StreamDecoder>> OpenGzipDecoder(const ByteSource& file);
Result<std::unique_ptr<StreamDecoder>> OpenXzDecoder(const ByteSource& file);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decodes a compressed file of any format from start to end.

#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/source/compression.h"

namespace fdr {

/// One thread at a time.  Unusable after an error.
class StreamDecoder {
 public:
  virtual ~StreamDecoder() = default;

  /// Fills `out` with the next bytes.  Fewer bytes than requested mean that the content ends there,
  /// and the file with it: truncated data, and garbage after the data, are errors.  (Only a cut in
  /// data of compress(1) cannot be detected: the format has no end mark and no checksum.)
  virtual Result<std::size_t> Read(std::span<std::byte> out) = 0;

  /// How many bytes the last Read() has filled in: content, even if the call then met an error.
  std::size_t filled() const { return filled_; }

 protected:
  std::size_t filled_ = 0;
};

/// `compression` is not kNone.  Borrows `file`.
Result<std::unique_ptr<StreamDecoder>> OpenStreamDecoder(const ByteSource& file,
                                                         Compression compression);

/// OpenStreamDecoder() uses these for gzip and xz.  libarchive does not check the checksums of
/// gzip, and of damaged xz files it does not return the content decoded before the damage.
Result<std::unique_ptr<StreamDecoder>> OpenGzipDecoder(const ByteSource& file);
Result<std::unique_ptr<StreamDecoder>> OpenXzDecoder(const ByteSource& file);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/source/compression.h"

#include "fdr/archive/source/zstd_frame.h"

namespace fdr {

std::string_view CompressionName(Compression compression) {
  switch (compression) {
    case Compression::kNone:
      return "none";
    case Compression::kXz:
      return "xz";
    case Compression::kLzma:
      return "lzma";
    case Compression::kBzip2:
      return "bzip2";
    case Compression::kGzip:
      return "gzip";
    case Compression::kCompress:
      return "compress";
    case Compression::kZstd:
      return "zstd";
  }
  return "unknown";
}

std::string_view CompressionSuffix(std::string_view path) {
  for (const std::string_view suffix : kCompressionSuffixes)
    if (path.ends_with(suffix)) return suffix;
  return {};
}

Compression DetectCompression(Bytes first_bytes) {
  const std::string_view text = AsText(first_bytes);
  if (text.starts_with(std::string_view("\xFD"
                                        "7zXZ\0",
                                        6)))
    return Compression::kXz;
  if (text.starts_with("BZh")) return Compression::kBzip2;
  if (text.starts_with("\x1F\x8B")) return Compression::kGzip;
  if (text.starts_with("\x1F\x9D")) return Compression::kCompress;
  if (IsZstdMagic(first_bytes)) return Compression::kZstd;
  return Compression::kNone;
}

}  // namespace fdr

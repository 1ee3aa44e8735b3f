// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The compressed formats that an archive's files may have, by name and by content.

#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "fdr/archive/base/byte_order.h"

namespace fdr {

enum class Compression { kNone, kXz, kLzma, kBzip2, kGzip, kCompress, kZstd };

/// For messages: "xz", "compress"; "none".
std::string_view CompressionName(Compression compression);

/// A suffix only means that the file is compressed, not in which format, for historical reasons:
/// gzip used to write .z, and reads .Z.  Files are searched in this order.
inline constexpr std::array<std::string_view, 8> kCompressionSuffixes = {
    ".xz", ".lzma", ".bz2", ".bz", ".gz", ".Z", ".z", ".zst"};

/// ".xz" of "foo.0.xz"; empty if the name has none of these suffixes.
std::string_view CompressionSuffix(std::string_view path);

/// The number of bytes that DetectCompression() needs from the start of a file, if the file has as
/// many.
inline constexpr std::size_t kCompressionMagicSize = 6;

/// Detects the format from the content.  Never kLzma: .lzma files have no magic number.
Compression DetectCompression(Bytes first_bytes);

}  // namespace fdr

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

/// Which suffix says what is history (gzip used to write .z, and reads .Z): all they tell is that
/// the file is compressed.  In the order in which files are looked for.
inline constexpr std::array<std::string_view, 8> kCompressionSuffixes = {
    ".xz", ".lzma", ".bz2", ".bz", ".gz", ".Z", ".z", ".zst"};

/// ".xz" of "foo.0.xz"; empty if the name has none of these suffixes.
std::string_view CompressionSuffix(std::string_view path);

/// How many bytes from the start of a file DetectCompression() wants to see, if there are as many.
inline constexpr std::size_t kCompressionMagicSize = 6;

/// How the content says that it is compressed.  Never kLzma: .lzma files have no mark of their own.
Compression DetectCompression(Bytes first_bytes);

}  // namespace fdr

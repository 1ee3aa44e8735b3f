// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The outside of zstd frames: enough to find their ends and their sizes without decoding.
// The format: RFC 8878, section 3.  All of it is little-endian.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "fdr/archive/base/byte_order.h"

namespace fdr {

inline constexpr std::size_t kMaxZstdFrameHeader = 18;
inline constexpr std::size_t kZstdSkippableHeader = 8;
inline constexpr std::size_t kZstdBlockHeader = 3;
/// The maximum content of a block.
inline constexpr std::uint64_t kMaxZstdBlockContent = 128 << 10;

/// The header of a data frame, or of a skippable frame with data for other programs.
struct ZstdFrameHeader {
  std::size_t size = 0;  ///< The size of the header itself.
  bool skippable = false;
  std::uint32_t skippable_size = 0;  ///< After the header of a skippable frame.
  bool has_checksum = false;         ///< Four bytes after the last block.
  std::optional<std::uint64_t> content_size = {};

  /// Whether the frame that starts here is known to have no content.
  bool Empty() const { return skippable || content_size == std::uint64_t{0}; }

  /// Decodes the first bytes of a frame: 18, or all if it has fewer.  Nothing if they are not a
  /// whole header.
  static std::optional<ZstdFrameHeader> Decode(Bytes bytes);
};

struct ZstdBlockHeader {
  bool last = false;
  std::uint32_t size = 0;  ///< The size of the compressed bytes after the header.

  /// Decodes three bytes.  Nothing if they are no block header.
  static std::optional<ZstdBlockHeader> Decode(Bytes bytes);
};

/// An unsigned number of up to eight bytes, the least significant one first.
inline std::uint64_t LoadLittleEndian(Bytes bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) {
    value = value << 8 | static_cast<std::uint64_t>(bytes[i - 1]);
  }
  return value;
}

/// Whether the first four bytes begin a frame, which may be skippable.
bool IsZstdMagic(Bytes bytes);

}  // namespace fdr

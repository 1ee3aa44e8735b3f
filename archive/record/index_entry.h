// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One entry of the temporal index: not framed, of fixed size.  See docs/format/index.md.

#pragma once

#include <cstdint>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

/// The maximum size of each file of an archive: the offsets in index entries are signed.
constexpr std::uint64_t MaxFileSize(Version version) {
  return version == Version::k2 ? 0x7fffffff : 0x7fffffffffffffff;
}

constexpr std::size_t IndexEntrySize(Version version) { return version == Version::k2 ? 20 : 32; }

/// The number of entries in one read.
inline constexpr std::size_t kIndexEntriesPerRead = 2048;

/// "For this time, a reader starts here."  No member can be trusted.
struct IndexEntry {
  Timestamp stamp;
  std::int32_t volume = 0;
  std::int64_t meta_offset = 0;  ///< offsets count in the uncompressed files
  std::int64_t data_offset = 0;

  /// `entry` has IndexEntrySize(version) bytes.
  static IndexEntry Decode(Version version, Bytes entry);
  void Encode(Version version, ByteBuffer& out) const;

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

}  // namespace fdr

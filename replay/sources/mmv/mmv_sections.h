// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The frame of a file of memory mapped values: its header, and where its sections are.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "fdr/replay/sources/mmv/mmv_content.h"
#include "fdr/replay/sources/mmv/mmv_format.h"

namespace fdr::mmv {

/// A field in the byte order of the host.  The caller has checked the bounds.
template <class T>
T FieldAt(Bytes file, std::uint64_t offset) {
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

/// All of its entries lie in the file.
struct SectionPlace {
  std::uint64_t offset = 0;
  std::uint32_t count = 0;
  std::uint32_t entry_size = 1;

  std::uint64_t OffsetOf(std::uint32_t entry) const {
    return offset + std::uint64_t{entry} * entry_size;
  }
  std::uint64_t size() const { return std::uint64_t{count} * entry_size; }
  /// The entry that begins at this offset of the file.
  std::optional<std::uint32_t> EntryAt(std::uint64_t at) const {
    if (at < offset || at - offset >= size() || (at - offset) % entry_size != 0)
      return std::nullopt;
    return static_cast<std::uint32_t>((at - offset) / entry_size);
  }
};

/// By Section; one that is missing has no entries.
using Sections = std::array<SectionPlace, kSectionEnd>;

/// Reports a defect that the file is refused for.
tl::unexpected<Error> RefuseFile(DefectCode code, std::uint64_t offset, std::string what,
                                 const DefectSink& sink);

Result<Sections> DecodeSections(Bytes file, const Header& header, const DefectSink& sink);

}  // namespace fdr::mmv

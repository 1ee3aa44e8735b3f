// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Places in a data volume where records begin, from the temporal index, confirmed by the volume.
//
// Neither file is trusted alone: at the offset of an entry the volume must have a whole record with
// the entry's stamp.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/index_entry.h"

namespace fdr {

/// One thread at a time.  Borrows the source.
class KnownPlaces {
 public:
  /// For the volume with this number.  `index` may have entries of other volumes, in any order.
  KnownPlaces(const ByteSource& source, Version version, std::span<const IndexEntry> index,
              std::int32_t volume);

  struct Place {
    std::uint64_t offset = 0;
    Timestamp stamp;
  };

  /// The first place after `offset`.
  std::optional<Place> Behind(std::uint64_t offset) const;
  /// The last place in the volume.
  std::optional<Place> Last() const;

  /// The unconfirmed stamp in the index for the record at `offset`.
  std::optional<Timestamp> ClaimAt(std::uint64_t offset) const;

 private:
  bool IsConfirmed(const Place& place) const;

  const ByteSource* source_;
  Version version_;
  std::vector<Place> places_;  // ascending by offset, not confirmed yet
};

}  // namespace fdr

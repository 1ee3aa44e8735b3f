// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where records of a data volume begin, as the temporal index says and the volume confirms.
//
// Neither file is believed alone: at the offset of an entry there has to be a whole record with the
// entry's stamp.

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
  /// Of the volume with that number; `index` may have entries of others, in any order.
  KnownPlaces(const ByteSource& source, Version version, std::span<const IndexEntry> index,
              std::int32_t volume);

  struct Place {
    std::uint64_t offset = 0;
    Timestamp stamp;
  };

  /// The first one behind `offset`.
  std::optional<Place> Behind(std::uint64_t offset) const;
  /// The last one of all.
  std::optional<Place> Last() const;

  /// What the index alone says about the record at `offset`.
  std::optional<Timestamp> ClaimAt(std::uint64_t offset) const;

 private:
  bool IsConfirmed(const Place& place) const;

  const ByteSource* source_;
  Version version_;
  std::vector<Place> places_;  // ascending by offset, not confirmed yet
};

}  // namespace fdr

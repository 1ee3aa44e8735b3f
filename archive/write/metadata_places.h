// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the metadata of an archive lie whose data are written after all of them: for its index.

#pragma once

#include <cstdint>
#include <span>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// A time-stamped record in a .meta file.
struct MetadataPlace {
  Timestamp stamp;
  std::uint64_t end = 0;  ///< offset after the record
  bool is_indom = false;
};

/// Borrows the places.
class MetadataPlaces {
 public:
  struct Found {
    std::uint64_t offset = 0;
    bool has_indom = false;  ///< one of the stamp
  };

  /// `begin` is the end of the label.  The places ascend, by stamp and by offset.
  MetadataPlaces(std::uint64_t begin, std::span<const MetadataPlace> places)
      : begin_(begin), places_(places) {}

  /// The metadata written with a data record of this stamp begin after all older metadata.  Stamps
  /// ascend from call to call.
  Found With(Timestamp stamp) {
    while (next_ < places_.size() && places_[next_].stamp < stamp) ++next_;
    Found found{.offset = next_ == 0 ? begin_ : places_[next_ - 1].end};
    for (std::size_t i = next_; i < places_.size() && places_[i].stamp == stamp; ++i)
      found.has_indom |= places_[i].is_indom;
    return found;
  }

 private:
  std::uint64_t begin_;
  std::span<const MetadataPlace> places_;
  std::size_t next_ = 0;  // the first that is not older than the last stamp
};

}  // namespace fdr

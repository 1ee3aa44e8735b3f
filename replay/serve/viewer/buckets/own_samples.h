// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of a metric whose extremes another one has.  An extreme is of the time between the
// last two of them.
//
//   mem.util.free          |   5         7         6
//   fdr.mem.util.free.max  |             9         8     9 since the 5, and 8 since the 7

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/replay/serve/viewer/buckets/nanos.h"

namespace fdr {

class OwnSamples {
 public:
  struct Sample {
    Nanos at = 0;
    std::uint32_t moment = 0;  ///< its place among all records
  };

  /// Takes the next one, or the same one again.
  void Take(Sample sample) {
    if (now_ && now_->at == sample.at) return;
    before_ = now_;
    now_ = sample;
  }
  /// Nothing is connected across a gap.
  void Break() { now_ = before_ = std::nullopt; }

  /// The one before a time.  The metric may have a sample at that time, which was taken or not.
  const std::optional<Sample>& Before(Nanos at) const {
    return now_ && now_->at == at ? before_ : now_;
  }

 private:
  std::optional<Sample> before_, now_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When a run ends: at a time, or after a length of time.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

/// Whichever comes first; never, if both are empty.  `at` is a time of the wall clock, which may be
/// set.  `after` is measured by a steady clock.
struct RunEnd {
  std::optional<Timestamp> at;
  std::optional<std::int64_t> after;  ///< nanoseconds since the start

  bool IsReached(Timestamp wall, std::int64_t since_begin) const {
    return (at && wall > *at) || (after && since_begin >= *after);
  }
};

}  // namespace fdr::tools

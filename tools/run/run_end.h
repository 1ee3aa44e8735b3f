// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When something that goes on ends: at a time, or when it has taken so long.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

/// Whatever comes first; nothing: never.  A time is one of the clock on the wall, which may be set.
/// A length is not: it is measured by a clock that nobody sets.
struct RunEnd {
  std::optional<Timestamp> at;
  std::optional<std::int64_t> after;  ///< nanoseconds since it began

  bool IsReached(Timestamp wall, std::int64_t since_begin) const {
    return (at && wall > *at) || (after && since_begin >= *after);
  }
};

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which decoded time stamps encode to the very bytes that they were decoded from.

#pragma once

#include <limits>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr::test {

/// Microseconds beyond what a nanosecond count holds are clamped when they are decoded.
constexpr bool Representable(Version version, Timestamp stamp) {
  return AsStored(version, stamp) == stamp;
}

/// The same for the stamps of event records, where nanoseconds have 64 bits.
constexpr bool Representable(Type type, Timestamp stamp) {
  using Limits = std::numeric_limits<std::int32_t>;
  return type == Type::kHighresEvent ? stamp.nsec != Limits::min() && stamp.nsec != Limits::max()
                                     : Representable(Version::k2, stamp);
}

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether a decoded time stamp encodes to the same bytes again.

#pragma once

#include <limits>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr::test {

/// Decoding clamps microseconds that are too large for a nanosecond count.
constexpr bool Representable(Version version, Timestamp stamp) {
  return AsStored(version, stamp) == stamp;
}

/// The same for stamps of event records, whose nanoseconds have 64 bits.
constexpr bool Representable(Type type, Timestamp stamp) {
  using Limits = std::numeric_limits<std::int32_t>;
  return type == Type::kHighresEvent ? stamp.nsec != Limits::min() && stamp.nsec != Limits::max()
                                     : Representable(Version::k2, stamp);
}

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of one series, one after the other, and from when to when each of them holds.
// docs/viewer-protocol.md has the rules.

#pragma once

#include <cmath>

#include "fdr/replay/serve/viewer/buckets/value_sums.h"

namespace fdr {

/// What a series is shown as.
enum class ValueKind : std::uint8_t {
  kRate,      ///< a counter, as its growth per second: a value holds up to its stamp
  kLevel,     ///< a value holds half-way to its neighbours
  kDiscrete,  ///< the same; the last one holds up to the gap behind it
  kExtreme,   ///< belongs to all of the time since the event before
};

/// A recorded value of a series, or the first of a counter, or the end of a last discrete value.
/// The latter two have no value of their own: NaN.
struct SeriesEvent {
  Nanos at = 0;
  double value = ValueSums::kNone;
  bool is_joined = false;  ///< the time since the event before belongs to the two

  bool HasValue() const { return !std::isnan(value); }
};

/// Calls `hold(from, to, value)` for the time between two events.  The second event must be joined.
template <class Hold>
void HoldBetween(ValueKind kind, Nanos before_at, double before, const SeriesEvent& event,
                 Hold&& hold) {
  if (kind == ValueKind::kRate || kind == ValueKind::kExtreme)
    return hold(before_at, event.at, event.value);
  if (!event.HasValue()) return hold(before_at, event.at, before);
  const Nanos middle = before_at + (event.at - before_at) / 2;
  hold(before_at, middle, before);
  hold(middle, event.at, event.value);
}

}  // namespace fdr

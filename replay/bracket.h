// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is known on both sides of a time: the two events between which a value is interpolated.
//
//   events     v1@10      v2@20     mark@25     v3@30
//   at 12      low v1, high v2          at 22   low v2, high mark
//   at 20      low v2, high mark        at 27   low mark, high v3
//   at 35      low v3, high nothing     at 5    low nothing, high v1

#pragma once

#include <cstdint>
#include <vector>

#include "fdr/archive/byte_writer.h"
#include "fdr/archive/ids.h"
#include "fdr/archive/result_record.h"
#include "fdr/archive/value.h"
#include "fdr/replay/time_scale.h"

namespace fdr {

enum class EventKind : std::uint8_t { kNothing, kMark, kValue };

struct Bound {
  RelativeTime time = kBeforeAll;
  std::uint64_t bits = 0;  ///< of a number
  EventKind kind = EventKind::kNothing;
};

/// One instance of a metric.  `low` is the latest event at or before a time, `high` the earliest
/// one behind it: they are right for every time t with low.time <= t < high.time.
struct Slot {
  InstanceId instance = kSingular;
  bool wanted = true;               ///< by the profile
  std::uint8_t searched = 0;        ///< bits of the bounds that BoundSearch is looking for
  RelativeTime birth = kBeforeAll;  ///< there is no value before birth nor after death
  RelativeTime death = kAfterAll;
  Bound low, high;

  Slot() { high.time = kBeforeAll; }  // right at no time

  /// At the very time of a mark, a value may stand before the mark: what is known behind it does
  /// not answer for that time.
  RelativeTime HoldsFrom() const { return low.kind == EventKind::kMark ? low.time + 1 : low.time; }
  bool HoldsAt(RelativeTime t) const { return HoldsFrom() <= t && t < high.time; }
  bool LivesAt(RelativeTime t) const { return wanted && birth <= t && t <= death; }
};

/// A payload that is no number, with its type.
struct Opaque {
  Type type = Type::kUnknown;
  ByteBuffer bytes;

  void Assign(const ValueBlock& block) {
    type = block.type;
    bytes.assign(block.payload.begin(), block.payload.end());
  }
};

/// A metric of a fetch plan, and its instances.
struct PlannedMetric {
  Desc desc;
  bool known = false;
  std::size_t archive = 0;              ///< that the bounds were found for
  bool float_in_place = false;          ///< recorded as very old archives do
  RelativeTime holds_from = kAfterAll;  ///< all slots hold at times in [holds_from, holds_to)
  RelativeTime holds_to = kBeforeAll;
  std::uint64_t search = 0;           ///< the number of the last search for it, ...
  std::size_t open = 0;               ///< ... and its place in that
  std::vector<Slot> slots;            ///< ascending by instance
  std::vector<Opaque> payloads;       ///< of the low bounds; only for types that are no numbers
  std::vector<std::uint32_t> places;  ///< slot of the i-th value of the last set that was seen

  bool IsOpaque() const { return !IsNumeric(desc.type); }
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bracket of a time: the two events between which a value is interpolated.
//
//   events     v1@10      v2@20     mark@25     v3@30
//   at 12      low v1, high v2          at 22   low v2, high mark
//   at 20      low v2, high mark        at 27   low mark, high v3
//   at 35      low v3, high nothing     at 5    low nothing, high v1

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

enum class EventKind : std::uint8_t { kNothing, kMark, kValue };

struct BoundEvent {
  RelativeTime time = kBeforeAll;
  EventKind kind = EventKind::kNothing;
};

struct Bound {
  BoundEvent event;
  std::uint64_t bits = 0;  ///< of the value, if it is a number
};

/// The bounds of all slots of a metric, on one side of a time.  Usually all living slots have their
/// values from one record: then they share one event.
class Bounds {
 public:
  void Resize(std::size_t slots) {
    events_.resize(slots);
    bits_.resize(slots);
  }

  const std::optional<BoundEvent>& common() const { return common_; }
  Bound At(std::uint32_t slot) const { return {common_ ? *common_ : events_[slot], bits_[slot]}; }
  /// By slot; meaningful for values that are numbers.
  std::span<const std::uint64_t> bits() const { return bits_; }
  std::span<std::uint64_t> bits() { return bits_; }

  /// Gives all living slots one common event.
  void SetAll(BoundEvent event) { common_ = event; }
  /// Call only while there is no common event.
  void Set(std::uint32_t slot, const Bound& bound) {
    events_[slot] = bound.event;
    bits_[slot] = bound.bits;
  }

  /// Replaces a common event with a copy for each of these slots.
  void Spread(std::span<const std::uint32_t> living) {
    if (!common_) return;
    for (const std::uint32_t slot : living) events_[slot] = *common_;
    common_.reset();
  }
  /// Like Spread(), without the copies: the caller sets the event of each slot.
  void Part() { common_.reset(); }

 private:
  std::optional<BoundEvent> common_ = BoundEvent{};
  std::vector<BoundEvent> events_;  // by slot; the default for slots that do not live
  std::vector<std::uint64_t> bits_;
};

enum Side : std::uint8_t { kLow = 0, kHigh = 1 };

/// At the time of a mark, a value may stand before the mark.  So a mark as low bound holds only
/// from 1 ns later.
inline RelativeTime HoldsFrom(const BoundEvent& low) {
  return low.kind == EventKind::kMark ? low.time + 1 : low.time;
}
/// Whether `low` and `high` are still the nearest events around `t`.
inline bool Hold(const BoundEvent& low, const BoundEvent& high, RelativeTime t) {
  return HoldsFrom(low) <= t && t < high.time;
}

}  // namespace fdr

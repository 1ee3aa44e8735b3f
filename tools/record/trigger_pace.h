// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When a ring is written because a condition became true.  Archives of a ring overlap in time, so
// there is at most one for each length of the ring.  No moment is lost:
//
//   true         x  x     x                      x
//   written      ^           ^                   ^
//                |-- length -|-- length -|
//
// The second archive has the second and the third moment.

#pragma once

#include <cstdint>
#include <optional>

namespace fdr::tools {

class TriggerPace {
 public:
  /// Nanoseconds that the ring keeps.
  explicit TriggerPace(std::int64_t length) : length_(length) {}

  /// The condition has become true.
  void Note() { is_pending_ = true; }
  /// Whether to write the ring now; then the moments so far are done.
  bool IsDue(std::int64_t now) {
    if (!is_pending_ || (last_ && now - *last_ < length_)) return false;
    last_ = now;
    is_pending_ = false;
    return true;
  }
  /// Whether there are moments that are not written yet.
  bool is_pending() const { return is_pending_; }

 private:
  std::int64_t length_;
  std::optional<std::int64_t> last_;  // time of the last archive
  bool is_pending_ = false;
};

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which time of an archive a tape shows, as real time passes.
//
//   real     0 s   1 s   2 s   3 s   4 s          a tape of 20 s, at rate 10, from 03:50:00 on
//   tape     :00   :10   :20   :20   :20          it holds at its end
//   tape     :00   :10   :00   :10   :00          it loops

#pragma once

#include <chrono>
#include <cstdint>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// The caller says what time it is, on a clock that only goes forward.
class TapeClock {
 public:
  using Now = std::chrono::nanoseconds;
  enum class AtEnd : std::uint8_t { kHold, kLoop };
  /// A negative rate is backward.
  static constexpr double kSlowest = 0.001, kFastest = 1'000'000;

  /// Stands at `from`, within the archive, until it is played.
  TapeClock(Timestamp start, Timestamp end, Timestamp from);

  Timestamp start() const { return start_; }
  Timestamp end() const { return end_; }
  /// The archive has grown.
  void SetEnd(Timestamp end, Now now);
  void SetAtEnd(AtEnd at_end) { at_end_ = at_end; }

  /// The time that the tape shows.
  Timestamp At(Now now);
  double rate() const { return rate_; }
  /// Within the bounds, in either direction.
  void SetRate(double rate, Now now);
  bool is_playing() const { return is_playing_; }
  void Play(Now now);
  void Pause(Now now);
  void GoTo(Timestamp there, Now now);
  /// Whether it stands at its end, or going backward at its start, and does not loop.
  bool IsOver(Now now);

  /// How often the time has not gone on as before: jumps, loops, and turns.
  std::uint64_t jumps() const { return jumps_; }

 private:
  void Anchor(Now now);

  Timestamp start_, end_;
  AtEnd at_end_ = AtEnd::kHold;
  double rate_ = 1;
  bool is_playing_ = false;
  // The tape showed this time when it was ...
  Timestamp anchor_;
  Now since_{0};
  std::uint64_t jumps_ = 0;
};

}  // namespace fdr

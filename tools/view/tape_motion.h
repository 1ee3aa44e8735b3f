// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Moves a tape by itself: plays it in either direction, or follows the growth of the archive.

#pragma once

#include <chrono>
#include <string>

#include "fdr/replay/timeline/direction.h"
#include "fdr/tools/view/tape.h"

namespace fdr::tools {

/// Borrows the tape.
class TapeMotion {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Event { kNothing, kMoved, kEnded };

  explicit TapeMotion(Tape& tape) : tape_(tape) {}

  void Stop() { motion_ = Motion::kStill; }
  void PlayOrPause(Clock::time_point now);
  /// From the end, where the caller puts the tape.
  void Follow() { motion_ = Motion::kFollowing; }
  bool is_following() const { return motion_ == Motion::kFollowing; }

  Direction direction() const { return direction_; }
  void Turn();
  /// The speed stays within bounds.
  void MultiplySpeed(double factor);
  /// True if the tape now begins again at its end.
  bool ToggleLoop() { return loops_ = !loops_; }

  /// Moves the tape if it is time.  kEnded, once, where the tape stops.
  Event Tick(Clock::time_point now);
  /// How long nothing will happen.
  std::chrono::milliseconds Rest(Clock::time_point now) const;
  /// "playing back 4x".
  std::string Text() const;

 private:
  enum class Motion { kStill, kPlaying, kFollowing };

  Event Play(Clock::time_point now);

  Tape& tape_;
  Motion motion_ = Motion::kStill;
  Direction direction_ = Direction::kForward;
  double speed_ = 1;
  bool loops_ = false;
  Clock::time_point due_ = {};  // the next sample
};

}  // namespace fdr::tools

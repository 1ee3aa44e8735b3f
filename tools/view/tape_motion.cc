// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/tape_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fdr::tools {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestRest{250};  // until a growing archive is looked at again
constexpr double kSlowest = 1.0 / 64, kFastest = 65536;

}  // namespace

void TapeMotion::PlayOrPause(Clock::time_point now) {
  motion_ = motion_ == Motion::kStill ? Motion::kPlaying : Motion::kStill;
  due_ = now;
}

void TapeMotion::Turn() {
  direction_ = direction_ == Direction::kForward ? Direction::kBackward : Direction::kForward;
}

void TapeMotion::MultiplySpeed(double factor) {
  speed_ = std::clamp(speed_ * factor, kSlowest, kFastest);
}

TapeMotion::Event TapeMotion::Tick(Clock::time_point now) {
  switch (motion_) {
    case Motion::kFollowing:
      if (!tape_.Grow()) return Event::kNothing;
      tape_.GoTo(tape_.end());
      return Event::kMoved;
    case Motion::kPlaying:
      return now < due_ ? Event::kNothing : Play(now);
    case Motion::kStill:
      break;
  }
  return Event::kNothing;
}

TapeMotion::Event TapeMotion::Play(Clock::time_point now) {
  const Timestamp from = tape_.now();
  if (tape_.Step(direction_)) {
    constexpr double kLongestPause = 5;  // gaps are not waited for
    const double distance = std::fabs(SecondsBetween(from, tape_.now())) / speed_;
    due_ = now + milliseconds(std::llround(1000 * std::min(distance, kLongestPause)));
    return Event::kMoved;
  }
  if (loops_) {
    tape_.GoTo(direction_ == Direction::kForward ? tape_.start() : tape_.end());
    due_ = now + kLongestRest;
    return Event::kMoved;
  }
  Stop();
  return Event::kEnded;
}

milliseconds TapeMotion::Rest(Clock::time_point now) const {
  if (motion_ != Motion::kPlaying) return kLongestRest;
  return std::clamp(std::chrono::duration_cast<milliseconds>(due_ - now), milliseconds(0),
                    kLongestRest);
}

std::string TapeMotion::Text() const {
  switch (motion_) {
    case Motion::kFollowing:
      return "live";
    case Motion::kPlaying:
      return fmt::format("playing{} {:.4g}x", direction_ == Direction::kForward ? "" : " back",
                         speed_);
    case Motion::kStill:
      break;
  }
  return "paused";
}

}  // namespace fdr::tools

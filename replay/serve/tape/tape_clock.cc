// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/tape/tape_clock.h"

#include <algorithm>
#include <cmath>

namespace fdr {
namespace {

// Farther than any archive goes.
constexpr long double kFarthest = 9e18L;

std::int64_t Nanos(long double nanos) {
  return static_cast<std::int64_t>(std::llround(std::clamp(nanos, -kFarthest, kFarthest)));
}

long double NanosBetween(Timestamp a, Timestamp b) {
  return (static_cast<long double>(b.sec) - static_cast<long double>(a.sec)) * kNanosPerSecond +
         (b.nsec - a.nsec);
}

}  // namespace

TapeClock::TapeClock(Timestamp start, Timestamp end, Timestamp from)
    : start_(start), end_(std::max(start, end)), anchor_(std::clamp(from, start_, end_)) {}

void TapeClock::SetEnd(Timestamp end, Now now) {
  Anchor(now);
  end_ = std::max(end, start_);
}

Timestamp TapeClock::At(Now now) {
  if (!is_playing_) return anchor_;
  const long double way = static_cast<long double>((now - since_).count()) * rate_;
  const long double room = rate_ > 0 ? NanosBetween(anchor_, end_) : NanosBetween(anchor_, start_);
  if (std::fabs(way) <= std::fabs(room)) return anchor_.Plus(Nanos(way));
  if (at_end_ == AtEnd::kHold || start_ == end_) return rate_ > 0 ? end_ : start_;
  // Goes on from the other end, with what is left of the way.
  const long double left = std::fmod(std::fabs(way) - std::fabs(room), NanosBetween(start_, end_));
  anchor_ = rate_ > 0 ? start_.Plus(Nanos(left)) : end_.Plus(-Nanos(left));
  since_ = now;
  ++jumps_;
  return anchor_;
}

// From now on the tape is timed from here.
void TapeClock::Anchor(Now now) {
  anchor_ = At(now);
  since_ = now;
}

void TapeClock::SetRate(double rate, Now now) {
  Anchor(now);
  if ((rate < 0) != (rate_ < 0)) ++jumps_;
  rate_ = std::copysign(std::clamp(std::fabs(rate), kSlowest, kFastest), rate);
}

void TapeClock::Play(Now now) {
  Anchor(now);
  is_playing_ = true;
}

void TapeClock::Pause(Now now) {
  Anchor(now);
  is_playing_ = false;
}

void TapeClock::GoTo(Timestamp there, Now now) {
  anchor_ = std::clamp(there, start_, end_);
  since_ = now;
  ++jumps_;
}

bool TapeClock::IsOver(Now now) {
  return at_end_ == AtEnd::kHold && At(now) == (rate_ > 0 ? end_ : start_);
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/rotation.h"

#include <algorithm>

namespace fdr {
namespace {

constexpr std::int64_t kDay = 86'400;

// The seconds since the last multiple of the step, by the clock of the zone.
std::int64_t SinceMultiple(std::int64_t sec, std::int64_t step, const Zone& zone) {
  const LocalTime time = zone.At(sec);
  return (time.hour * 3600 + time.minute * 60 + time.second) % step;
}

}  // namespace

bool IsOfTheDay(Nanos interval) {
  const std::int64_t seconds = std::max<std::int64_t>(interval / kNanosPerSecond, 1);
  return seconds % kDay == 0 || kDay % seconds == 0;
}

Timestamp NextRotation(Timestamp now, Nanos interval, const Zone& zone) {
  const std::int64_t seconds = std::max<std::int64_t>(interval / kNanosPerSecond, 1);
  const bool is_days = seconds % kDay == 0;
  const std::int64_t step = std::min(seconds, kDay);
  std::int64_t next = now.sec + (is_days ? seconds - kDay : 0);
  next += step - SinceMultiple(next, step, zone);
  // The clock may have been set in between (summer time), forward or back.
  const std::int64_t off = SinceMultiple(next, step, zone);
  if (off != 0) next += off <= step / 2 ? -off : step - off;
  return {next > now.sec ? next : next + step, 0};
}

bool RotationTimer::IsDue(Nanos now) {
  if (!rotation_) return false;
  return IsOfTheDay(rotation_->interval) ? IsTimeOfDay() : IsOver(now);
}

// If the wall clock was far ahead and has been corrected, `at_` is far in the future: chooses it
// again.
bool RotationTimer::IsTimeOfDay() {
  const Timestamp now = rotation_->clock();
  const bool is_due = at_ && now >= *at_;
  const bool was_set_back = seen_ && now < *seen_;
  seen_ = now;
  if (at_ && !is_due && !was_set_back) return false;
  const Timestamp next = NextRotation(now, rotation_->interval, rotation_->zone);
  at_ = at_ && !is_due ? std::min(*at_, next) : next;
  return is_due;
}

bool RotationTimer::IsOver(Nanos now) {
  const bool is_over = after_ && now >= *after_;
  if (!after_ || is_over) after_ = now + rotation_->interval;
  return is_over;
}

}  // namespace fdr

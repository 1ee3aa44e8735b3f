// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/rotation.h"

#include <algorithm>

namespace fdr {
namespace {

constexpr std::int64_t kDay = 86'400;

// What the clock of the zone shows, in seconds since the last multiple of the step.
std::int64_t SinceMultiple(std::int64_t sec, std::int64_t step, const Zone& zone) {
  const LocalTime time = zone.At(sec);
  return (time.hour * 3600 + time.minute * 60 + time.second) % step;
}

}  // namespace

Timestamp NextRotation(Timestamp now, Nanos interval, const Zone& zone) {
  const std::int64_t seconds = std::max<std::int64_t>(interval / kNanosPerSecond, 1);
  const bool is_days = seconds % kDay == 0;
  if (!is_days && kDay % seconds != 0) return now.Plus(interval);
  const std::int64_t step = std::min(seconds, kDay);
  std::int64_t next = now.sec + (is_days ? seconds - kDay : 0);
  next += step - SinceMultiple(next, step, zone);
  // On the way the clock may have been set, forward or back.
  const std::int64_t off = SinceMultiple(next, step, zone);
  if (off != 0) next += off <= step / 2 ? -off : step - off;
  return {next > now.sec ? next : next + step, 0};
}

}  // namespace fdr

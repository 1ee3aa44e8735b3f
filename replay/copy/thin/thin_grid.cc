// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thin_grid.h"

#include <algorithm>
#include <limits>

#include "fdr/replay/one_sample.h"

namespace fdr {
namespace {

__extension__ using Int128 = __int128;

// A recorder is a little late now and then.
constexpr std::int64_t kPartForLateness = 20;

double Seconds(Timestamp from, Timestamp to) {
  return static_cast<double>(NanosBetween(from, to)) / kNanosPerSecond;
}

Int128 Nanos(Timestamp t) { return Int128{t.sec} * kNanosPerSecond + t.nsec; }

}  // namespace

Timestamp ThinGrid::EndOf(Timestamp at) const {
  const Int128 origin = Nanos(origin_), since = Nanos(at) - origin;
  // Division cuts towards zero.
  const Int128 count = since / interval_ + (since % interval_ > 0 ? 1 : 0);
  const Int128 end = origin + count * interval_;
  constexpr Int128 kLast = std::numeric_limits<std::int64_t>::max();
  const Int128 seconds = std::clamp(end / kNanosPerSecond, -kLast, kLast);
  return Timestamp{static_cast<std::int64_t>(seconds), 0}.Plus(
      static_cast<std::int64_t>(end % kNanosPerSecond));
}

GridTime ThinGrid::Place(Timestamp at) {
  if (!(from_ < at && at <= end_)) {
    end_ = EndOf(at);
    from_ = end_.Plus(-interval_);
  }
  return {at, from_, end_, at.Plus(interval_ + interval_ / kPartForLateness)};
}

void GridSteps::Compute(const GridTime& last) {
  from_ = last.at;
  has_step_ = true;
  step_ = {.is_one_sample = AreOneSample(last.at, to_.at),
           .is_hole = last.limit < to_.at,
           .ends_interval = last.end < to_.at};
  if (step_.is_hole) return;
  step_.seconds = Seconds(last.at, to_.at);
  step_.in_old_interval = Seconds(last.at, std::min(to_.at, last.end));
  step_.in_new_interval = Seconds(std::max(last.at, to_.start), to_.at);
}

}  // namespace fdr

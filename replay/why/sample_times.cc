// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/sample_times.h"

#include <algorithm>

namespace fdr::why {
namespace {

constexpr std::size_t kMostDistances = 10'000, kMostPauses = 64, kMostSteps = 64;
// A sample may be late, as on a machine that is busy.
constexpr double kLongestDelay = 2, kManyIntervals = 3;
// The uptime is read a little later than the clock.  Less than this is no step, in seconds.
constexpr double kLeastStep = 1;

}  // namespace

void SampleTimes::Take(Timestamp at, std::optional<double> uptime, bool after_gap) {
  const bool was_restarted = uptime && last_uptime_ && *uptime < *last_uptime_;
  if (last_) {
    const double distance = SecondsBetween(*last_, at);
    if (!after_gap && distance > 0 && distances_.size() < kMostDistances)
      distances_.push_back(static_cast<float>(distance));
    const bool is_told = uptime && last_uptime_ && !was_restarted;
    TakePause({{*last_, at, was_restarted},
               after_gap || was_restarted,
               is_told ? *uptime - *last_uptime_ : distance});
  }
  if (was_restarted) offset_.reset();
  if (uptime) TakeClock(at, *uptime);
  last_ = at;
  last_uptime_ = uptime;
}

// A heap with the shortest one in front, after those that are marked.
void SampleTimes::TakePause(const Pause& pause) {
  const auto order = [](const Pause& a, const Pause& b) {
    if (a.is_marked != b.is_marked) return a.is_marked;
    return a.seconds > b.seconds;
  };
  if (pauses_.size() == kMostPauses) {
    if (!order(pause, pauses_.front())) return;
    std::ranges::pop_heap(pauses_, order);
    pauses_.pop_back();
  }
  pauses_.push_back(pause);
  std::ranges::push_heap(pauses_, order);
}

void SampleTimes::TakeClock(Timestamp at, double uptime) {
  const double offset = SecondsBetween({}, at) - uptime;
  const auto differs = [&](double from) { return std::fabs(offset - from) >= kLeastStep; };
  if (!offset_) {
    offset_ = offset;
  } else if (!differs(*offset_)) {
    doubtful_.reset();
    offset_ = offset;  // as the clock is corrected in small steps
  } else if (doubtful_ && !differs(*offset_ + doubtful_->seconds)) {
    if (steps_.size() < kMostSteps) steps_.push_back(*doubtful_);
    doubtful_.reset();
    offset_ = offset;
  } else {
    doubtful_ = ClockStep{at, offset - *offset_};
  }
}

std::optional<double> SampleTimes::interval() const {
  if (distances_.empty()) return std::nullopt;
  std::vector<float> distances = distances_;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::ranges::nth_element(distances, middle);
  return *middle;
}

std::vector<Gap> SampleTimes::Gaps() const {
  const double usual = interval().value_or(0);
  std::vector<Gap> gaps;
  for (const Pause& pause : pauses_)
    if (pause.seconds > std::max(kManyIntervals * usual, usual + kLongestDelay))
      gaps.push_back(pause.gap);
  std::ranges::sort(gaps, {}, &Gap::start);
  return gaps;
}

}  // namespace fdr::why

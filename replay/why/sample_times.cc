// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/sample_times.h"

#include <algorithm>

namespace fdr::why {
namespace {

constexpr std::size_t kMostDistances = 10'000, kMostPauses = 64, kMostSteps = 64;
// A sample may be late, as on a machine that is busy.
constexpr double kLongestDelay = 2, kManyIntervals = 3;
// A part of the usual distance: what is closer belongs to one sample.
constexpr float kCloseTogether = 0.1F;
// The uptime is read a little later than the clock.  Less than this is no step, in seconds.
constexpr double kLeastStep = 1;
// A hundred years: no machine ran for longer.
constexpr double kLongestUptime = 3.2e9;

}  // namespace

void SampleTimes::Take(Timestamp at, bool after_gap) {
  if (last_) {
    const double distance = SecondsBetween(*last_, at);
    if (!after_gap && distance > 0 && distances_.size() < kMostDistances)
      distances_.push_back(static_cast<float>(distance));
    TakePause({*last_, at});
  }
  last_ = at;
  ++samples_;
}

// A heap with the shortest one in front.
void SampleTimes::TakePause(const Gap& gap) {
  const auto order = [](const Gap& a, const Gap& b) {
    return SecondsBetween(a.start, a.end) > SecondsBetween(b.start, b.end);
  };
  if (pauses_.size() == kMostPauses) {
    if (!order(gap, pauses_.front())) return;
    std::ranges::pop_heap(pauses_, order);
    pauses_.pop_back();
  }
  pauses_.push_back(gap);
  std::ranges::push_heap(pauses_, order);
}

// A machine that had run for longer than the time since the last sample ran then, too.
bool SampleTimes::WasStartedAgain(double uptime, double offset) const {
  if (!offset_) return true;
  const double elapsed = offset + uptime - (*offset_ + *last_uptime_);
  return uptime <= elapsed + kLeastStep;
}

void SampleTimes::TakeUptime(Timestamp at, double uptime) {
  if (!(uptime >= 0 && uptime <= kLongestUptime)) return;
  const double offset = SecondsBetween({}, at) - uptime;
  const bool goes_back = last_uptime_ && uptime < *last_uptime_;
  if (goes_back && WasStartedAgain(uptime, offset)) {
    if (restarts_.size() < kMostSteps) restarts_.push_back(at);
    offset_.reset();
    doubtful_.reset();
  }
  last_uptime_ = uptime;
  const auto differs = [&](double from) { return std::fabs(offset - from) >= kLeastStep; };
  if (!offset_) {
    offset_ = offset;
  } else if (!differs(*offset_)) {
    doubtful_.reset();
    offset_ = offset;  // as the clock is corrected in small steps
  } else if (doubtful_ && !differs(doubtful_offset_)) {
    if (steps_.size() < kMostSteps) steps_.push_back(*doubtful_);
    doubtful_.reset();
    offset_ = offset;
  } else {
    const double moved = offset - *offset_;
    doubtful_ = ClockStep{at, goes_back ? -moved : moved, goes_back};
    doubtful_offset_ = offset;
  }
}

// As long as the machine ran, whatever its clock said.
double SampleTimes::LengthOf(const Gap& gap) const {
  double length = SecondsBetween(gap.start, gap.end);
  for (const ClockStep& step : steps_)
    if (!step.is_crossed && gap.start < step.at && step.at <= gap.end) length -= step.seconds;
  return length;
}

std::optional<double> SampleTimes::interval() const {
  if (distances_.empty()) return std::nullopt;
  std::vector<float> distances = distances_;
  const auto at = [&](std::size_t place) {
    const auto found = distances.begin() + static_cast<std::ptrdiff_t>(place);
    std::ranges::nth_element(distances, found);
    return *found;
  };
  const float least = at(distances.size() * 3 / 4) * kCloseTogether;
  std::erase_if(distances, [&](float distance) { return distance < least; });
  return at(distances.size() / 2);
}

std::vector<Gap> SampleTimes::Gaps() const {
  const double usual = interval().value_or(0);
  std::vector<Gap> gaps;
  for (Gap gap : pauses_) {
    // The first uptime may come a little later than the first sample.
    const Timestamp behind = PlusSeconds(gap.end, usual);
    gap.was_restarted = std::ranges::any_of(
        restarts_, [&](Timestamp restart) { return gap.start < restart && restart <= behind; });
    if (LengthOf(gap) > std::max(kManyIntervals * usual, usual + kLongestDelay))
      gaps.push_back(gap);
  }
  std::ranges::sort(gaps, {}, &Gap::start);
  return gaps;
}

}  // namespace fdr::why

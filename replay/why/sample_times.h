// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When samples were taken: their usual distance, where some are missing, and where the clock was
// set.  Memory does not grow with their number.

#pragma once

#include <optional>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::why {

/// A time in which nothing was recorded, though there are samples before and after.
struct Gap {
  Timestamp start, end;
  bool was_restarted = false;  ///< the machine
};

/// The clock of the machine was set.
struct ClockStep {
  Timestamp at;        ///< the first sample behind it
  double seconds = 0;  ///< forwards, or, negative, backwards
  /// In the order of time, what was recorded before the step comes behind what was recorded after
  /// it.  So the uptime goes back there, and the step makes no pause shorter.
  bool is_crossed = false;
};

class SampleTimes {
 public:
  /// A sample.  `after_gap`: the recording was interrupted since the one before.
  void Take(Timestamp at, bool after_gap);
  /// How long the machine had run, in seconds.
  void TakeUptime(Timestamp at, double uptime);

  std::size_t samples() const { return samples_; }
  /// Between two samples, as the median; nothing if there are fewer than two.  Records that lie
  /// close together are one sample.
  std::optional<double> interval() const;
  /// In the order of time.  A clock that was set is no gap.
  std::vector<Gap> Gaps() const;
  const std::vector<ClockStep>& steps() const { return steps_; }

 private:
  bool WasStartedAgain(double uptime, double offset) const;
  void TakePause(const Gap& gap);
  double LengthOf(const Gap& gap) const;

  std::size_t samples_ = 0;
  std::optional<Timestamp> last_;
  std::optional<double> last_uptime_;
  std::vector<float> distances_;       // the first ones
  std::vector<Gap> pauses_;            // the longest ones
  std::optional<double> offset_;       // of the clock from the uptime
  std::optional<ClockStep> doubtful_;  // until the next sample confirms it
  double doubtful_offset_ = 0;
  std::vector<ClockStep> steps_;
  std::vector<Timestamp> restarts_;  // the first uptimes behind them
};

}  // namespace fdr::why

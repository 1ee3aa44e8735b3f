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
};

class SampleTimes {
 public:
  /// `uptime`: of the machine, if the sample has it.  `after_gap`: the recording was interrupted.
  void Take(Timestamp at, std::optional<double> uptime, bool after_gap);

  /// Between two samples, as the median; nothing if there are fewer than two.
  std::optional<double> interval() const;
  /// In the order of time.
  std::vector<Gap> Gaps() const;
  const std::vector<ClockStep>& steps() const { return steps_; }

 private:
  struct Pause {
    Gap gap;
    bool is_marked = false;
    double seconds = 0;  // as long as the machine ran, whatever its clock says
  };

  void TakePause(const Pause& pause);
  void TakeClock(Timestamp at, double uptime);

  std::optional<Timestamp> last_;
  std::optional<double> last_uptime_;
  std::vector<float> distances_;       // the first ones
  std::vector<Pause> pauses_;          // the longest ones
  std::optional<double> offset_;       // of the clock from the uptime
  std::optional<ClockStep> doubtful_;  // until the next sample confirms it
  std::vector<ClockStep> steps_;
};

}  // namespace fdr::why

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which recorded samples of a series belong to an answer.  Nothing is interpolated: of samples that
// are closer than the interval, some are left out.
//
//   interval 2        0     2     4     6     8
//   samples            a  b  c d      e    f g
//   chosen             a     b   d      e    f g     the first; for each time the last one so far;
//                                                   the last

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// The first of the times origin + k * step that is at or behind `t`.  The step has nanoseconds, at
/// most SampleChoice::kLongest.
Timestamp FirstOnGrid(Timestamp origin, std::int64_t step, Timestamp t);

/// Takes each sample of one series, oldest first.  Says which ones to show, each one at the latest
/// when a later sample comes.
class SampleChoice {
 public:
  /// Without a start, that of the first sample.  Without an interval (0), every sample is shown.
  /// The interval has nanoseconds, at most kLongest.
  SampleChoice(std::optional<Timestamp> start, std::int64_t interval)
      : start_(start), interval_(interval) {}
  static constexpr std::int64_t kLongest = 1'000'000'000'000'000'000;  ///< 31 years

  enum class Step : std::uint8_t {
    kShow,      ///< the sample itself
    kKeep,      ///< the sample may be shown later, instead of one that was kept before
    kShowKept,  ///< the one that was kept; then keep the sample
  };
  Step Take(Timestamp stamp);
  /// Among the samples up to this time, only the last one counts.  Nothing if the next one counts.
  std::optional<Timestamp> AwaitedTime() const {
    return interval_ == 0 || is_first_ ? std::nullopt : std::optional(next_);
  }

  /// Whether there is a kept sample: the last one of the window is shown, too.
  bool has_kept() const { return has_kept_; }

 private:
  std::optional<Timestamp> start_;
  std::int64_t interval_;
  bool is_first_ = true;
  bool has_kept_ = false;
  Timestamp next_;  // the time whose sample is looked for
};

}  // namespace fdr

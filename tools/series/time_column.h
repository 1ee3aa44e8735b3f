// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The times of a table: a clock on each row, with as many digits as it takes to tell rows apart.
// The date and the zone stand once, and again when they change.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

class TimeColumn {
 public:
  /// `step`: between rows, in nanoseconds; 0 if rows are not even.  `format`: of strftime(), with
  /// %f for microseconds, for Clock(); "" for the usual one.
  TimeColumn(Zone zone, std::int64_t step, std::string format = {});

  void SetZone(const Zone& zone) { clock_ = LocalClock(zone); }
  /// Looks at the time of the next row to be shown.
  void Consider(Timestamp stamp);

  /// "14:03:00.25"
  std::string Clock(Timestamp stamp);
  /// "2024-01-31"
  std::string Date(Timestamp stamp);
  /// "CET"
  std::string ZoneName(Timestamp stamp);
  /// Whether date or zone differ from the last ones that were shown; these are shown now.
  bool Turns(Timestamp stamp);

 private:
  std::string Formatted(Timestamp stamp);

  LocalClock clock_;
  std::string format_;
  int digits_ = 0;  // of seconds
  bool has_last_ = false;
  Timestamp last_;  // considered
  // The day and the zone that are shown.
  std::int64_t year_ = 0;
  int month_ = 0, day_ = 0;
  std::string zone_;
};

/// The decimals of seconds that times at multiples of `step` nanoseconds differ in.
int DigitsOfStep(std::int64_t step);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time zones spelled out as in POSIX: "AEST-10AEDT,M10.1.0,M4.1.0/3", "<+03>-3", "IST-5:30".
//
// Parses as glibc does, which accepts more than POSIX and never refuses: a text that it cannot
// parse means UTC.  So a zone means the same here as in PCP, which uses glibc.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "fdr/replay/time/zone.h"

namespace fdr {

/// The day of the year, and the time on that day, when clocks change.
struct ClockChangeRule {
  enum class Kind { kDayOfYear, kDayWithoutLeapDay, kWeekdayOfMonth };  // "n", "Jn", "Mm.w.d"

  Kind kind = Kind::kDayOfYear;
  int month = 0;
  int week = 0;                    ///< 5: the last
  int day = 0;                     ///< of the year, or (0 is Sunday) of the week
  std::int64_t second_of_day = 0;  ///< may lie outside the day

  /// The time of the change in that year, in seconds since the Epoch, as if clocks showed UTC.
  std::int64_t InYear(std::int64_t year) const;
};

/// Immutable; share freely.
class PosixTz {
 public:
  /// Never fails; see understood().
  static PosixTz Parse(std::string_view text);

  /// Whether the text was a time zone from its first to its last character.
  bool understood() const { return understood_; }
  /// Whether it has daylight saving time without a rule for it, as in "CET-1CEST".
  bool lacks_rule() const { return lacks_rule_; }

  const LocalTimeType& standard() const { return types_[0]; }
  const LocalTimeType& daylight() const { return types_[1]; }

  /// The stretch, within one calendar year, that contains `sec`.  Valid as long as this object is.
  LocalTimeSpan SpanAt(std::int64_t sec) const;

 private:
  std::array<LocalTimeType, 2> types_;
  std::array<ClockChangeRule, 2>
      rules_;  // when types_[i] begins... in clocks of the type before it
  bool understood_ = false;
  bool lacks_rule_ = false;
};

}  // namespace fdr

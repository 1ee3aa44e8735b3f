// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time stamps as text, in a few nanoseconds each: the parts of a second are formatted once, and
// then copied.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// The longest text that a function here writes.
inline constexpr std::size_t kLongestStamp = 64;

/// The decimals of a second; further decimals are cut off, not rounded.
enum class Fraction { kNone, kMicros, kNanos };

/// "HH:MM:SS", "Sun Apr  3 06:50:55 2022" and RFC 3339 in one zone.  Every function writes to
/// `out`, which has room for kLongestStamp characters, and returns the end of what it wrote; there
/// is no final NUL.
///
/// Damaged archives may have nanoseconds outside of a second.  They are shown unchanged, with more
/// digits or a sign, as in PCP's dumper; in RFC 3339, they carry into the seconds.
///
/// One thread at a time.
class StampFormatter {
 public:
  explicit StampFormatter(Zone zone) : clock_(std::move(zone)) {}

  /// "06:50:55.401624349"
  char* Time(const Timestamp& t, Fraction fraction, char* out);

  /// "Sun Apr  3 06:50:55.401624349 2022": the first four characters of the year, whatever it is.
  char* Dated(const Timestamp& t, Fraction fraction, char* out);

  /// "2022-04-03T06:50:55.401624349+10:00"; at UTC it ends in "Z".  Offsets are cut to minutes.
  char* Rfc3339(const Timestamp& t, Fraction fraction, char* out);

 private:
  // The parts of the second shown last.
  struct Parts {
    std::array<char, 10> day = {};  // "Sun Apr  3"
    std::array<char, 8> time = {};  // "06:50:55"
    std::array<char, 4> year = {};
    std::array<char, 24> iso_date = {};  // "2022-04-03"
    std::size_t iso_date_length = 0;
    std::array<char, 6> offset = {};  // "+10:00" or "Z"
    std::size_t offset_length = 0;
  };

  const Parts& PartsOf(std::int64_t sec);
  void FormatDate(const LocalTime& local);

  LocalClock clock_;
  Parts parts_;
  std::int64_t sec_ = 0;  // of parts_.time, ...
  bool any_ = false;      // ... if that is set
  std::int64_t date_year_ = 0;
  int date_month_ = 0;  // the date in parts_; 0: none
  int date_day_ = 0;
  std::int32_t utc_offset_ = 0;
};

}  // namespace fdr

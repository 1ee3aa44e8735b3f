// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time zones of users and archive labels, and conversions to the calendar and the wall clock.
//
// A zone means the same as in the C library (glibc), which PCP uses for zones: see
// docs/compatibility.md, "Times and intervals".  This file does not read the environment, nor its
// TZ.

#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fdr {

/// The offset and name that clocks use during a stretch of time.
struct LocalTimeType {
  std::int32_t utc_offset = 0;  ///< seconds east of Greenwich
  bool is_dst = false;
  std::string abbreviation;
};

/// A stretch of time with one type: `from` is in it, `until` is not.
struct LocalTimeSpan {
  const LocalTimeType* type = nullptr;
  std::int64_t from = 0;
  std::int64_t until = 0;
};

/// The calendar and the clock in a zone.
struct LocalTime {
  std::int64_t year = 1970;
  int month = 1;  ///< 1 to 12
  int day = 1;    ///< 1 to 31
  int hour = 0;
  int minute = 0;
  int second = 0;
  int weekday = 4;  ///< 0 is Sunday
  bool is_dst = false;
  std::int32_t utc_offset = 0;    ///< seconds east of Greenwich
  std::string_view abbreviation;  ///< "AEST"; valid as long as the zone or a copy of it
};

/// Converts to the C library's structure.  Its zone is valid as long as the abbreviation.
std::tm ToTm(const LocalTime& time);

/// A cheap, immutable value: copy it, share it between threads.  The default is UTC.
class Zone {
 public:
  Zone();

  /// The zone for a value of TZ: "Europe/London", ":Europe/London", "AEST-10", "<+03>-3", "" (UTC).
  /// Never fails: UTC for a value that cannot be parsed.
  static Zone FromTz(std::string_view tz);

  /// The zone of PCP's -Z option: FromTz, but three characters are the name of a zone at UTC.
  static Zone FromPeerOption(std::string_view tz);

  /// The zone of this process: pass the value of TZ, or nullptr if TZ is not set.
  static Zone Local(const char* tz);

  /// Whether the whole text was a valid zone.  Otherwise the zone is UTC, or close to it.
  bool understood() const;

  /// How clocks are set at `sec`, and between which changes.  Valid as long as the zone or a copy.
  LocalTimeSpan SpanAt(std::int64_t sec) const&;
  LocalTimeSpan SpanAt(std::int64_t sec) const&& = delete;

  /// Converts seconds since the Epoch to calendar and clock.  Years have 32 bits: a time beyond
  /// them becomes the first or the last moment of their range.  For very many stamps use
  /// LocalClock.
  LocalTime At(std::int64_t sec) const&;
  LocalTime At(std::int64_t sec) const&& = delete;  // its abbreviation would be gone

 private:
  struct Data;
  explicit Zone(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

/// Converts like Zone::At, but faster for stamps close to each other.  One thread at a time.
class LocalClock {
 public:
  explicit LocalClock(Zone zone) : zone_(std::move(zone)) {}

  /// Valid until the next call.
  const LocalTime& At(std::int64_t sec);

 private:
  Zone zone_;
  LocalTimeSpan span_;          // empty at first
  std::int64_t day_begin_ = 0;  // the day in time_, in local seconds since the Epoch; ...
  std::int64_t day_end_ = 0;    // ... none at first
  LocalTime time_;
};

}  // namespace fdr

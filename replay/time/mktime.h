// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts calendar and clock to seconds since the Epoch, as mktime(3) of the C library.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/replay/time/zone.h"

namespace fdr {

/// Fields of a local time.  Any may lie outside its range: 32 January is 1 February.
struct LocalFields {
  std::int64_t year = 1970;
  std::int64_t month = 1;
  std::int64_t day = 1;
  std::int64_t hour = 0;
  std::int64_t minute = 0;
  std::int64_t second = 0;
};

/// Converts times of one zone, without knowing whether they are in daylight saving time.
///
///     23:00   00:00   01:00   02:00   02:00   03:00        clocks are set back: 02:30 occurs twice
///     23:00   00:00   01:00 | 03:00   04:00                clocks are set forward: 02:30 never
///     occurs
///
/// In these hours, the result of the C library depends on the offset of the time that it converted
/// before.  So this converter has a memory, too; a new converter behaves like a new process.  One
/// thread at a time.
class LocalToUtc {
 public:
  explicit LocalToUtc(Zone zone) : zone_(std::move(zone)) {}

  /// Nothing if there is no such time nearby, or the fields are unreasonable.
  std::optional<std::int64_t> Seconds(const LocalFields& fields);

  const Zone& zone() const { return zone_; }

 private:
  Zone zone_;
  std::int64_t guess_ = 0;  // offset from local time to UTC
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From calendar and clock back to seconds since the Epoch, as mktime(3) of the C library does it.

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

/// Converts times of one zone.  It is not known whether they are meant as daylight saving time.
///
///     23:00   00:00   01:00   02:00   02:00   03:00        clocks are set back: 02:30 occurs twice
///     23:00   00:00   01:00 | 03:00   04:00                clocks are set forward: 02:30 never
///     occurs
///
/// In these hours the C library's answer depends on the offset of the time that it converted
/// before, so the converter has a memory too; a new one answers as a new process does.  One thread
/// at a time.
class LocalToUtc {
 public:
  explicit LocalToUtc(Zone zone) : zone_(std::move(zone)) {}

  /// Nothing if no time near it can be found, or the fields are beyond all reason.
  std::optional<std::int64_t> Seconds(const LocalFields& fields);

  const Zone& zone() const { return zone_; }

 private:
  Zone zone_;
  std::int64_t guess_ = 0;  // what to add to a local time to get at UTC
};

}  // namespace fdr

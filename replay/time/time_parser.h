// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A point in time as users type it: an interval from the start or to the end, or a date in one of
// several forms, which time_window.h lists.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/mktime.h"

namespace fdr {

/// Whether this is a time of day without a date: "17:08", "17:08:00.207".
bool IsClock(std::string_view text);

/// Reads the times of one command line, one after the other.  One thread at a time.
class TimeParser {
 public:
  TimeParser(const Zone& zone, std::int64_t now, IntervalRules rules)
      : converter_(zone), now_(now), rules_(rules) {}

  /// Relative to `start` and `end`, if there is one.  The nanoseconds of the result may be 10^9.
  Result<Timestamp> Parse(std::string_view text, const Timestamp& start,
                          const std::optional<Timestamp>& end);

 private:
  Result<Timestamp> ParsePlainForms(const std::string& text, const Timestamp& start,
                                    const std::optional<Timestamp>& end);
  Result<Timestamp> ParsePeerForms(std::string_view text, const Timestamp& start,
                                   const std::optional<Timestamp>& end);

  LocalToUtc converter_;
  std::int64_t now_;
  IntervalRules rules_;
};

}  // namespace fdr

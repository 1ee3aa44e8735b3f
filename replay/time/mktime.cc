// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/mktime.h"

#include <algorithm>

#include "fdr/replay/time/calendar.h"

namespace fdr {
namespace {

constexpr int kMostProbes = 6;
constexpr std::int64_t kLargestField = 3'000'000'000;

bool Reasonable(const LocalFields& f) {
  const auto fits = [](std::int64_t value) {
    return value >= -kLargestField && value <= kLargestField;
  };
  return fits(f.year) && fits(f.month) && fits(f.day) && fits(f.hour) && fits(f.minute) &&
         fits(f.second);
}

}  // namespace

std::optional<std::int64_t> LocalToUtc::Seconds(const LocalFields& fields) {
  if (!Reasonable(fields)) return std::nullopt;
  // Seconds beyond the minute are left out of the search, and added to its result.
  const std::int64_t second = std::clamp<std::int64_t>(fields.second, 0, 59);
  const std::int64_t days = DaysToMonth(fields.year, fields.month) + fields.day - 1;
  const std::int64_t wanted =
      days * kSecondsPerDay + fields.hour * 3600 + fields.minute * 60 + second;
  std::int64_t t = wanted + guess_;
  // Each guess is corrected by its error.  For a time that never occurs, the guesses alternate
  // between two values; the result is then the one in daylight saving time, if only one is.
  std::int64_t previous = t;
  std::int64_t before_previous = t;
  bool previous_was_dst = false;
  for (int probe = 1;; ++probe) {
    const LocalTimeType& type = *zone_.SpanAt(t).type;
    const std::int64_t error = wanted - (t + type.utc_offset);
    if (error == 0) break;
    if (t == before_previous && t != previous && previous_was_dst <= type.is_dst) break;
    if (probe == kMostProbes) return std::nullopt;
    before_previous = previous;
    previous = t;
    previous_was_dst = type.is_dst;
    t += error;
  }
  guess_ = t - wanted;
  return t + fields.second - second;
}

}  // namespace fdr

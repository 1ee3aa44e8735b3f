// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/last_stamp.h"

#include <algorithm>

namespace fdr {
namespace {

constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;  // tolerance: two clocks, file system zones

// Whether the record makes the archive far longer.
bool IsFarAhead(const LastStamp& last, Timestamp before) {
  const double length = last.start.Valid() ? SecondsBetween(last.start, before) : 0;
  return SecondsBetween(before, last.stamp) > std::max(kHour, length);
}

}  // namespace

bool IsContradicted(const LastStamp& last) {
  if (!last.stamp.Valid()) return true;
  std::optional<Timestamp> before = last.before;
  const bool before_is_wild =
      before && last.second_before && last.stamp < *before && last.stamp >= *last.second_before;
  if (before_is_wild) before = last.second_before;
  if (before && last.stamp < *before) return true;
  if (!before) {
    if (!last.start.Valid()) return false;
    before = last.start;
  }
  if (!IsFarAhead(last, *before)) return false;
  const bool index_denies = last.indexed && *last.indexed >= *before && *last.indexed < last.stamp;
  // If all data are later than the last write, no recorder wrote the file, and its time is no
  // evidence.
  const bool file_denies = last.written && SecondsBetween(*last.written, last.stamp) > kDay &&
                           SecondsBetween(*last.written, *before) < kDay;
  return index_denies || file_denies;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The normal and the extreme values of one series.  docs/statistics.md says how values are
// weighted.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/replay/statistics/time_cells.h"
#include "fdr/replay/statistics/value_distribution.h"

namespace fdr {

/// How the values of a series become numbers.
struct SeriesRules {
  Type type = Type::kDouble;
  Semantics semantics = Semantics::kInstant;
  bool is_rate = false;  ///< the growth of a counter per second
  double scale = 1;      ///< factor of every number
};

/// A window of time, from which the times of statistics are counted.
struct StatisticsWindow {
  Timestamp start, end;

  double seconds() const { return SecondsBetween(start, end); }
  /// `part`: 0 is the start, and 1 the end.
  Timestamp At(double part) const { return PlusSeconds(start, part * seconds()); }
};

/// A time, also in seconds since the start of the window.
struct WindowTime {
  Timestamp stamp;
  double at = 0;
};

/// An extreme value, and the first time when it occurred.
struct Extreme {
  double value = 0;
  Timestamp stamp;
};

/// Takes the values of one instance of a metric, in the order of time.  One thread at a time.
class SeriesStatistics {
 public:
  SeriesStatistics(const SeriesRules& rules, const StatisticsWindow& window);

  /// Takes a value.  Without `is_recorded`, it is interpolated at an end of the window, and not
  /// counted.
  void Take(const WindowTime& now, std::uint64_t bits, bool is_recorded);
  /// Nothing is known between the last value and the next one.  A discrete value lasts up to
  /// `last`.
  void Break(const WindowTime& last);
  /// Call at the end, before the questions below.  A discrete value lasts up to `end`.
  void Finish(const WindowTime& end);
  /// Call behind Finish(): there were such values, too.  Only min() and max() change.
  void IncludeExtremes(const Extreme& min, const Extreme& max);

  /// Whether there is any number.
  bool HasValues() const { return !values_.buckets().empty(); }
  /// The recorded values of the window that gave a number.
  std::uint64_t count() const { return count_; }
  /// The time in which there is a value.
  double seconds() const { return values_.weight(); }
  const Extreme& min() const { return min_; }
  const Extreme& max() const { return max_; }
  const ValueDistribution& values() const { return values_; }
  const TimeCells& cells() const { return cells_; }
  /// How often a counter wrapped, and how often it was reset.
  std::uint32_t wraps() const { return wraps_; }
  std::uint32_t resets() const { return resets_; }

 private:
  void TakeCounter(const WindowTime& now, std::uint64_t bits, bool is_recorded);
  void TakeNumber(const WindowTime& now, double value, bool is_recorded);
  void Observe(double value, const WindowTime& now, bool is_recorded);
  void AddPiece(double value, double from, double to);
  void Close(double end);
  std::optional<double> RateOver(double seconds, std::uint64_t bits);

  SeriesRules rules_;
  double length_;  // of the window
  bool is_open_ = false;
  std::uint64_t last_bits_ = 0;  // of a counter
  double last_value_ = 0;        // of any other number
  double last_at_ = 0;           // when it was recorded
  Timestamp last_stamp_;         // the same, of a counter
  double last_from_ = 0;         // from when on it holds
  std::uint64_t count_ = 0;
  bool has_extremes_ = false;
  Extreme min_, max_;
  std::uint32_t wraps_ = 0, resets_ = 0;
  ValueDistribution values_;
  TimeCells cells_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rows that a chart is drawn from: in order, thinned if there are too many, and joined where a
// record is only of other metrics.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

class ChartSamples {
 public:
  using Values = std::vector<std::optional<double>>;

  explicit ChartSamples(std::size_t series) : values_(series) {}

  /// A row, with a value or none for each series.  `after_gap`: no line leads to it.
  void Add(Timestamp stamp, std::span<const std::optional<double>> row, bool after_gap);
  /// Puts the rows in order if the user went back and forth.  To be called before the rest.
  void Settle();

  std::span<const Timestamp> times() const { return times_; }
  const Values& values(std::size_t series) const { return values_[series]; }

  enum class Joint {
    kLine,  ///< a missing value lies on the line between its neighbours
    kStep,  ///< it is the value before it
  };
  /// The values without those gaps that are only records of other metrics.
  Values Joined(std::size_t series, Joint joint) const;

 private:
  // A gap is a sample without values, before or after another sample in time; no line crosses a
  // gap.
  enum class Kind : std::uint8_t { kGapBefore, kRow, kGapBehind };

  void AddGap(Timestamp stamp, Kind kind);
  void Sort();
  void Thin();
  void JoinTwo(Values& values, std::size_t from, std::size_t to, Joint joint) const;

  std::vector<Values> values_;  // by series
  std::vector<Timestamp> times_;
  std::vector<Kind> kinds_;  // by sample
  bool goes_back_ = false;   // in time, from sample to sample
  bool is_mixed_ = false;    // both directions occur
};

}  // namespace fdr::tools

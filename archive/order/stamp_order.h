// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which records are right where stamps go back, and which one is damage.
//
//   10 20 30 40 | 12 22 32 42    a second stretch begins: all are right, and only unsorted
//   10 20 99 30 40               99 is wrong: without it the rest is in order
//   10 20  5 30 40               5 is wrong, in the same way
//   10 20 | 15 25                20 or 15 could be the wrong one: neither is known to be
//
// A stretch is a run of records with stamps that do not descend.  The rule: where a record is
// earlier than the one before it, and leaving out one of the two restores the order to the record
// behind them, that one is wrong.  If neither does, or either one would, the record begins a
// stretch of its own; unless it would be alone there: then it is wrong.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Judges one record after the other, in the order of the file.
class StampOrder {
 public:
  enum class Verdict {
    kNext,        ///< in order behind the one before
    kNewStretch,  ///< the first of a stretch
    kWrong,
    kLastWrong,  ///< in order, and the last one that was not wrong so far is
  };

  /// `ahead()` gives the stamp of the record behind it, nothing at the end of all records.  Only
  /// asked where the stamps go back.
  template <class Ahead>
  Verdict Judge(Timestamp stamp, Ahead ahead) {
    if (!last_ || *last_ <= stamp) {
      before_last_ = last_;
      last_ = stamp;
      return Verdict::kNext;
    }
    return JudgeStepBack(stamp, ahead());
  }

  /// Of the last record that is not wrong.
  const std::optional<Timestamp>& last() const { return last_; }
  /// Of the one before that, in the same stretch.
  const std::optional<Timestamp>& before_last() const { return before_last_; }

  /// Goes on behind another row of records, which is in order and begins behind this one.
  void Append(const StampOrder& rest);

 private:
  Verdict JudgeStepBack(Timestamp stamp, std::optional<Timestamp> ahead);

  std::optional<Timestamp> last_;
  std::optional<Timestamp> before_last_;
};

/// What is the matter with a row of stamps.
struct StampFaults {
  std::vector<std::size_t> wrong;     ///< the places of those that are damage, ascending
  std::vector<std::size_t> restarts;  ///< where another stretch begins, ascending
};
StampFaults FindStampFaults(const std::vector<Timestamp>& stamps);

}  // namespace fdr

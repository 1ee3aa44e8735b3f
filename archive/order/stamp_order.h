// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decides, where stamps go back, which records are right and which one is damage.
//
//   10 20 30 40 | 12 22 32 42    a second stretch begins: all are right, and only unsorted
//   10 20 99 30 40               99 is wrong: without it the rest is in order
//   10 20  5 30 40               5 is wrong, in the same way
//   10 20 | 15 25                20 or 15 could be the wrong one: neither is known to be
//
// A stretch is a run of records with stamps that do not descend.  The rule is for a record that is
// earlier than the record before it.  If leaving out one of the two, and only that one, restores
// the order up to the next record, that record is wrong.  Otherwise the later record begins a new
// stretch.  If it would be alone in its stretch, it is wrong.

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
    kNext,        ///< in order after the record before
    kNewStretch,  ///< the first of a stretch
    kWrong,
    kLastWrong,  ///< in order; the last record judged right is wrong
  };

  /// `ahead()` returns the stamp of the next record, nothing at the end of all records.  Called
  /// only where stamps go back.
  template <class Ahead>
  Verdict Judge(Timestamp stamp, Ahead ahead) {
    if (!last_ || *last_ <= stamp) {
      before_last_ = last_;
      last_ = stamp;
      return Verdict::kNext;
    }
    return JudgeStepBack(stamp, ahead());
  }

  /// The stamp of the last record that is not wrong.
  const std::optional<Timestamp>& last() const { return last_; }
  /// The stamp of the record before that one, in the same stretch.
  const std::optional<Timestamp>& before_last() const { return before_last_; }

  /// Continues after the records judged by `rest`, which are in order and follow the records judged
  /// so far.
  void Append(const StampOrder& rest);

 private:
  Verdict JudgeStepBack(Timestamp stamp, std::optional<Timestamp> ahead);

  std::optional<Timestamp> last_;
  std::optional<Timestamp> before_last_;
};

/// The faults in a row of stamps.
struct StampFaults {
  std::vector<std::size_t> wrong;     ///< the places of wrong stamps, ascending
  std::vector<std::size_t> restarts;  ///< the starts of new stretches, ascending
};
StampFaults FindStampFaults(const std::vector<Timestamp>& stamps);

}  // namespace fdr

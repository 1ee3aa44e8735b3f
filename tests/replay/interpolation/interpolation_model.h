// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Computes values by their definition in section "Interpolation" of docs/replay-semantics.md.  For
// each value it scans the whole plain list of everything that was recorded.

#pragma once

#include <optional>

#include "fdr/replay/interpolation/interpolator.h"
#include "fdr/tests/support/random_archive.h"

namespace fdr::test {

/// Parts of the definition to leave out.  A test finds with them what another program did.
struct LeftOut {
  bool marks_before = false;  ///< the marks up to the time of the question
  bool marks_behind = false;
  /// These count among several events with one stamp.  Before the time, takes the event that is
  /// `earlier` places before the last one.  Behind it, the event `later` places after the first.
  std::size_t earlier = 0, later = 0;
};

/// Borrows the history.
class InterpolationModel {
 public:
  InterpolationModel(const RandomHistory& history, ValueRule rule)
      : history_(history), rule_(rule) {}

  std::optional<HistoryEvent> ValueAt(const Desc& desc, InstanceId instance, Timestamp t,
                                      LeftOut left_out = {}) const;

 private:
  bool Lives(const Desc& desc, InstanceId instance, Timestamp t) const;
  double Seconds(Timestamp t) const;
  HistoryEvent Between(const Desc& desc, const HistoryEvent& low, const HistoryEvent& high,
                       Timestamp t) const;

  const RandomHistory& history_;
  ValueRule rule_;
};

}  // namespace fdr::test

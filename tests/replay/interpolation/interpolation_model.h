// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of section "Interpolation" of docs/replay-semantics.md by their definition: from the
// plain list of everything that was recorded, all of which is looked at each time.

#pragma once

#include <optional>

#include "fdr/replay/interpolation/interpolator.h"
#include "fdr/tests/support/random_archive.h"

namespace fdr::test {

/// What of the definition is left out: to tell what somebody else did.
struct LeftOut {
  bool marks_before = false;  ///< those up to the time that is asked for
  bool marks_behind = false;
  /// Of several events with one stamp, not the last one before the time but so many earlier, and
  /// not the first one behind it but so many later.
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

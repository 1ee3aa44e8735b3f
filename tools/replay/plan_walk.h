// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A walk from row to row by a plan, which turns round and jumps where its user wants.

#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/series/sampler.h"

namespace fdr::tools {

/// Borrows everything.
class PlanWalk {
 public:
  enum class Verdict { kShow, kSkip, kEnd };

  /// `values`: the archive, perhaps under other names or with derived metrics.  A table has no rows
  /// without values, and begins with the values that hold already.
  PlanWalk(const Plan& plan, ArchiveContext& context, Context& values,
           const std::vector<Column>& columns, bool is_table);

  const Plan& plan() const { return plan_; }
  bool is_forward() const { return plan_.direction == Direction::kForward; }
  /// The time of the row that was shown last.
  const std::optional<Timestamp>& last() const { return last_; }
  /// `last`, or the start of the plan.
  Timestamp here() const { return last_.value_or(plan_.from); }

  /// Begins at a time.  Forward, it begins one sample earlier, so that the first row has rates.
  void Start(Timestamp from);
  /// The same, in another direction and with another step.
  void Start(Timestamp from, Direction direction, std::int64_t step);
  /// Goes on in the other direction.
  void Turn();
  /// To a time; with a step, to the last one at or before the time.
  void GoTo(Timestamp there);
  /// By a tenth of the window.
  void Jump(bool ahead);
  /// To the end of the next interruption of the recording; false if there is none.
  bool GoToNextGap();
  /// To the side of the window where the direction begins.
  void GoToBeginning() { GoTo(is_forward() ? plan_.window_start : plan_.window_end); }

  /// The next row, whether it is shown or not; false at the end of the archive.
  Fetched Next(Row& row) { return sampler_.Next(row); }
  Verdict Judge(const Row& row) const;
  /// Whether the direction leads from the row to `t`.
  bool IsBefore(const Row& row, Timestamp t) const {
    return is_forward() ? row.stamp < t : row.stamp > t;
  }
  /// To be called with each row that is shown.
  void NoteShown(const Row& row) { last_ = row.stamp; }
  /// The values that hold before the first row; nothing after the first call.
  std::optional<Row> TakeBefore() { return std::exchange(before_, std::nullopt); }

  /// Goes on after an error of Next(), which the next time of an interpolation may not have.  False
  /// if reading ends there.
  bool GoOnAfterError();

 private:
  std::int64_t delta() const { return is_forward() ? plan_.step : -plan_.step; }
  void Begin(Timestamp from);
  void ReadBefore(Timestamp from);
  bool LeavesOut(const Row& row) const;

  Plan plan_;
  ArchiveContext& context_;
  Context& values_;
  const std::vector<Column>& columns_;
  Sampler sampler_;
  const bool is_table_;
  bool all_rates_, any_rates_;
  std::optional<Timestamp> behind_;  // only rows beyond this one, in the direction, are shown
  std::optional<Timestamp> last_;
  std::optional<Row> before_;  // values for the first row, recorded before it
};

}  // namespace fdr::tools

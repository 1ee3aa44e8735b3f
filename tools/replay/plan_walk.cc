// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/plan_walk.h"

#include <algorithm>

#include "fdr/tools/replay/next_gap.h"
#include "fdr/tools/replay/values_before.h"

namespace fdr::tools {

PlanWalk::PlanWalk(const Plan& plan, ArchiveContext& context, Context& values,
                   const std::vector<Column>& columns, bool is_table)
    : plan_(plan),
      context_(context),
      values_(values),
      columns_(columns),
      sampler_(values, columns),
      is_table_(is_table),
      all_rates_(std::all_of(columns.begin(), columns.end(),
                             [](const Column& column) { return column.is_rate; })),
      any_rates_(std::any_of(columns.begin(), columns.end(), [](const Column& column) {
        return column.is_rate || IsDerivedId(column.desc.id);
      })) {}

void PlanWalk::Begin(Timestamp from) {
  // Cannot fail: an archive supports all modes of a plan.
  static_cast<void>(values_.SetMode(plan_.mode(), from, delta()));
  sampler_.Restart(plan_.direction);
}

void PlanWalk::Start(Timestamp from) {
  behind_.reset();
  ReadBefore(from);
  Timestamp begin = from;
  if (is_forward() && any_rates_) {
    behind_ = from.Plus(-1);
    if (plan_.interpolated) {
      const Timestamp before = from.Plus(-plan_.step);
      if (before >= context_.label().start) begin = before;
    } else {
      FetchResult before;
      static_cast<void>(values_.SetMode(Mode::kBackward, *behind_));
      const Fetched fetched = values_.Fetch(sampler_.metrics(), before);
      if (fetched && *fetched) begin = before.stamp();
    }
  }
  Begin(begin);
}

void PlanWalk::Start(Timestamp from, Direction direction, std::int64_t step) {
  plan_.direction = direction;
  plan_.step = step;
  Start(from);
}

// A table shows everything that is known at its first row.
void PlanWalk::ReadBefore(Timestamp from) {
  before_.reset();
  if (is_table_ && !plan_.interpolated && is_forward())
    before_ = ValuesBefore(values_, columns_, from);
}

void PlanWalk::Turn() {
  plan_.direction = is_forward() ? Direction::kBackward : Direction::kForward;
  behind_ = here();
  Begin(here());  // the next rate is counted from this sample
}

void PlanWalk::GoTo(Timestamp there) {
  if (plan_.interpolated) there = LastStep(here(), there, plan_.step);
  Start(there);
}

void PlanWalk::Jump(bool ahead) {
  const double window = SecondsBetween(plan_.window_start, plan_.window_end);
  constexpr double kFarthest = 9e18;  // the stamp of a damaged archive may be anywhere
  auto way = static_cast<std::int64_t>(std::min(window / 10 * kNanosPerSecond, kFarthest));
  if (plan_.interpolated) way = std::max(way, plan_.step);
  GoTo(ahead ? std::min(here().Plus(way), std::max(plan_.window_end, here()))
             : std::max(here().Plus(-way), std::min(plan_.window_start, here())));
}

bool PlanWalk::GoToNextGap() {
  const auto there = NextGap(context_, here(), plan_.window_end, Direction::kForward);
  if (there) GoTo(plan_.interpolated ? there->Plus(plan_.step - 1) : *there);
  return there.has_value();
}

PlanWalk::Verdict PlanWalk::Judge(const Row& row) const {
  if (behind_ && (row.stamp == *behind_ || IsBefore(row, *behind_))) return Verdict::kSkip;
  if (plan_.IsBeyond(row.stamp)) return Verdict::kEnd;
  if (row.is_first && all_rates_ && IsEmpty(row)) return Verdict::kSkip;
  if (LeavesOut(row)) return Verdict::kSkip;
  return Verdict::kShow;
}

// A record may have a metric without the instances of the table.
bool PlanWalk::LeavesOut(const Row& row) const {
  return is_table_ && !plan_.interpolated && !row.after_gap && IsEmpty(row);
}

bool PlanWalk::GoOnAfterError() {
  if (!plan_.interpolated) return false;
  sampler_.ForgetCounters();
  const Timestamp next = context_.origin().Plus(delta());
  static_cast<void>(values_.SetMode(Mode::kInterpolated, next, delta()));
  return !plan_.IsBeyond(next) && next >= context_.label().start;
}

}  // namespace fdr::tools

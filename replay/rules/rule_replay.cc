// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_replay.h"

#include <utility>

namespace fdr {

RuleReplay::RuleReplay(ArchiveContext& context, const BoundRules& rules, RuleWindow window,
                       OnRuleFiring on_firing, RuleDerivations derivations)
    : context_(context),
      window_(std::move(window)),
      derivations_(std::move(derivations)),
      on_firing_(std::move(on_firing)),
      clock_(window_.zone) {
  tasks_ = MakeRuleTasks<Task>(rules,
                               [this](InDomId indom, InstanceId instance, Timestamp t) {
                                 return NameOf(indom, instance, t);
                               },
                               {context_.HostName(), window_.connection});
  for (const auto& task : tasks_) Derive(*task);
  std::int64_t place = 0;
  for (const auto& task : tasks_) queue_.emplace(std::pair(window_.start, ++place), task.get());
}

std::string RuleReplay::NameOf(InDomId indom, InstanceId instance, Timestamp t) {
  return names_.try_emplace(indom, context_, indom).first->second.NameOf(instance, t);
}

void RuleReplay::Derive(Task& task) {
  if (!task.IsDerived(derivations_.definitions)) return;
  Context& names = derivations_.names != nullptr ? *derivations_.names : context_;
  task.moments.emplace(context_, names);
  task.derived.emplace(*task.moments, derivations_.definitions);
}

Result<void> RuleReplay::WatchGap(const Task& task, RuleMoment& moment) {
  if (!task.last || (!task.has_counters && !task.derived)) return {};
  const Result<bool> gap = context_.HasGapBetween(*task.last, moment.stamp);
  if (!gap) return Fail(gap.error());
  moment.after_gap = *gap;
  return {};
}

Result<void> RuleReplay::Fetch(Task& task, RuleMoment& moment) {
  if (!task.derived) {
    const Result<void> fetched = context_.FetchAt(moment.stamp, task.metrics.ids, fetched_);
    return fetched ? WatchGap(task, moment) : fetched;
  }
  if (const Result<void> watched = WatchGap(task, moment); !watched) return watched;
  task.moments->MoveTo(moment.stamp, moment.after_gap);
  const Result<bool> fetched = task.derived->Fetch(task.metrics.ids, fetched_);
  if (!fetched) return Fail(fetched.error());
  return {};
}

// No action fails, since none runs.
void RuleReplay::Run(RuleRunner& runner, const RuleMoment& moment, const FetchResult& fetched) {
  const bool has_begun = runner.Run(moment, fetched);
  if (on_run_) return on_run_(runner, moment.stamp, has_begun);
  while (auto firing = runner.NextFiring()) {
    firings_.push_back(std::move(*firing));
    runner.NoteResult(true);
  }
}

Result<bool> RuleReplay::Step() {
  if (queue_.empty() || queue_.begin()->first.first > window_.end) return false;
  const auto [key, task] = *queue_.begin();
  queue_.erase(queue_.begin());
  RuleMoment moment{.stamp = key.first, .local = clock_.At(key.first.sec)};
  const Result<void> fetched = Fetch(*task, moment);
  task->last = moment.stamp;
  firings_.clear();
  for (const auto& runner : task->runners) Run(*runner, moment, fetched ? fetched_ : nothing_);
  for (const RuleFiring& firing : firings_) on_firing_(firing);
  if (on_value_)
    for (const auto& runner : task->runners) on_value_(moment.stamp, *runner);
  queue_.emplace(std::pair(moment.stamp.Plus(task->delta), --order_), task);
  if (!fetched) return Fail(fetched.error());
  return true;
}

}  // namespace fdr

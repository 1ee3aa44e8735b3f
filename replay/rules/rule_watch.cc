// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_watch.h"

#include <algorithm>
#include <utility>

namespace fdr {

RuleWatch::RuleWatch(Context& source, const BoundRules& rules, RuleWatchOptions options,
                     OnRuleRun on_run)
    : source_(source), on_run_(std::move(on_run)), clock_(options.zone) {
  tasks_ = MakeRuleTasks<Task>(
      rules,
      [this](InDomId indom, InstanceId instance, Timestamp) { return NameOf(indom, instance); },
      {source.HostName(), options.connection});
  for (const auto& task : tasks_) {
    task->due = options.begin;
    if (task->IsDerived(options.definitions)) task->derived.emplace(source, options.definitions);
  }
}

std::int64_t RuleWatch::NextDue() const {
  return (*std::ranges::min_element(tasks_, {}, [](const auto& task) { return task->due; }))->due;
}

std::string RuleWatch::NameOf(InDomId indom, InstanceId instance) {
  const auto [at, is_new] = names_.try_emplace(indom);
  if (is_new) at->second = source_.Instances(indom).value_or(std::vector<NamedInstance>());
  const auto found = std::ranges::find(at->second, instance, &NamedInstance::id);
  return found != at->second.end() ? found->name : '#' + std::to_string(instance);
}

Result<void> RuleWatch::Evaluate(Task& task, Timestamp wall) {
  names_.clear();
  Context& from = task.derived ? *task.derived : source_;
  Fetched fetched = true;
  if (!task.metrics.ids.empty()) fetched = from.Fetch(task.metrics.ids, fetched_);
  const bool has_values = fetched && *fetched && !task.metrics.ids.empty();
  const Timestamp stamp = has_values ? fetched_.stamp() : wall;
  const RuleMoment moment{.stamp = stamp, .local = clock_.At(stamp.sec)};
  for (const auto& runner : task.runners) {
    const bool has_begun = runner->Run(moment, has_values ? fetched_ : nothing_);
    on_run_(*runner, stamp, has_begun);
  }
  if (!fetched) return Fail(fetched.error());
  return {};
}

Result<void> RuleWatch::Step(std::int64_t now, Timestamp wall) {
  Result<void> outcome;
  for (const auto& task : tasks_) {
    if (task->due > now) continue;
    task->due += ((now - task->due) / task->delta + 1) * task->delta;
    if (const Result<void> evaluated = Evaluate(*task, wall); !evaluated) outcome = evaluated;
  }
  return outcome;
}

void RuleWatch::Renew() {
  for (const auto& task : tasks_) {
    for (const auto& runner : task->runners) runner->ForgetCounters();
    if (task->derived) task->derived->Rebind();
  }
}

}  // namespace fdr

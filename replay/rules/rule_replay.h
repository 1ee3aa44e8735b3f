// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replays rules over archives: which actions would have run, and when.
//
//   RuleReplay replay(context, rules, window, [](const RuleFiring& firing) { ... });
//   while ((more = replay.Step()) && *more) {}

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/rules/moment_context.h"
#include "fdr/replay/rules/rule_task.h"
#include "fdr/replay/search/instance_names.h"

namespace fdr {

struct RuleWindow {
  Timestamp start, end;
  Zone zone;               ///< of $hour and the like
  std::string connection;  ///< what stands for %c
};

/// The metrics of rules that the archive does not have.
struct RuleDerivations {
  Context* names = nullptr;  ///< of what they are derived from, over the archive; or the archive
  DerivedTable definitions = DerivedTable();
};

/// Called for each action that would have run.  Valid during the call.
using OnRuleFiring = std::function<void(const RuleFiring&)>;
/// Called for each rule that was evaluated, after the firings of its task.
using OnRuleValue = std::function<void(Timestamp, const RuleRunner&)>;

/// Borrows contexts and rules.  Rules are evaluated at the start of the window, and from there
/// every delta of theirs.  For one time, tasks come in the order in which PCP evaluates them.
class RuleReplay {
 public:
  RuleReplay(ArchiveContext& context, const BoundRules& rules, RuleWindow window,
             OnRuleFiring on_firing, RuleDerivations derivations = {});

  /// The window ends later than it did: the archive has grown.
  void SetEnd(Timestamp end) { window_.end = end; }

  void Watch(OnRuleValue on_value) { on_value_ = std::move(on_value); }

  /// What runs the actions, instead of the function for firings.
  void Act(OnRuleRun on_run) { on_run_ = std::move(on_run); }

  /// Evaluates the next task; false at the end of the window.  After an error, which leaves values
  /// unknown, the next step goes on behind it.
  Result<bool> Step();

 private:
  struct Task : RuleTask {
    // Rates of derived metrics are those between evaluations, so each task has its own.
    std::optional<MomentContext> moments;
    std::optional<DerivedContext> derived;
    std::optional<Timestamp> last;
  };
  // If times are equal, the task that was put in last comes first.
  using Queue = std::map<std::pair<Timestamp, std::int64_t>, Task*>;

  void Derive(Task& task);
  void Run(RuleRunner& runner, const RuleMoment& moment, const FetchResult& fetched);
  Result<void> WatchGap(const Task& task, RuleMoment& moment);
  Result<void> Fetch(Task& task, RuleMoment& moment);
  std::string NameOf(InDomId indom, InstanceId instance, Timestamp t);

  ArchiveContext& context_;
  RuleWindow window_;
  RuleDerivations derivations_;
  OnRuleFiring on_firing_;
  OnRuleValue on_value_;
  OnRuleRun on_run_;
  LocalClock clock_;
  std::map<InDomId, InstanceNames> names_;
  std::vector<std::unique_ptr<Task>> tasks_;
  Queue queue_;
  std::int64_t order_ = 0;
  FetchResult fetched_, nothing_;
  std::vector<RuleFiring> firings_;
};

}  // namespace fdr

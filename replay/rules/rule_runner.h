// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decides which actions of a rule run.
//
//   runner.Run(moment, fetched);
//   while (const auto firing = runner.NextFiring()) runner.NoteResult(Perform(*firing));
//
// An action may take its time: until its result is known, Run() goes on with evaluating the rule,
// but begins nothing.

#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fdr/replay/rules/action_bindings.h"
#include "fdr/replay/rules/action_order.h"

namespace fdr {

/// An action that runs, or would have run.  Valid as long as its runner.
struct RuleFiring {
  Timestamp stamp;
  const BoundRule* rule = nullptr;
  const RuleAction* what = nullptr;
  RuleActionKind action = RuleActionKind::kPrint;
  const RuleOrigin* origin = nullptr;
  RuleBindings bindings;

  /// With all selectors replaced.
  std::string Text() const { return ActionText(*what, bindings, *origin); }
};

/// Borrows the rule.
class RuleRunner {
 public:
  RuleRunner(const BoundRule& rule, RuleMetricList& metrics, RuleInstanceNames names,
             RuleOrigin origin);

  /// Evaluates the rule.  False if its actions were to begin, but those of an earlier evaluation
  /// have not ended.
  bool Run(const RuleMoment& moment, const FetchResult& fetched);
  /// The next action to run, of those that have begun; nothing at their end.
  std::optional<RuleFiring> NextFiring();
  /// Whether that action succeeded; once before the next NextFiring().
  void NoteResult(bool success);
  /// Rates begin again with the next values.
  void ForgetCounters() { evaluator_.ForgetCounters(); }
  /// Forgets the actions that have not begun.
  void Stop() { begun_.reset(); }

  const BoundRule& rule() const { return evaluator_.rule(); }
  /// The value of the rule as PCP prints it, after Run().
  std::string ValueText() const;

 private:
  // An action whose result is not known yet counts as a success.
  struct LastRun {
    std::optional<Timestamp> at;
    bool success = true;
  };
  struct Begun {
    std::size_t clause;
    Timestamp stamp;
    ActionOrder order;
    std::size_t action = 0;  // the one whose result is awaited
    std::optional<RuleBindings> bindings = {};
  };

  std::optional<std::size_t> ChooseClause();
  bool IsHeldOff(const RuleAction& action, const LastRun& last) const;
  const RuleBindings& Bindings();

  RuleEvaluator evaluator_;
  RuleOrigin origin_;
  std::vector<std::vector<LastRun>> last_runs_;  // by clause and action
  std::optional<Begun> begun_;
  bool all_unknown_ = true;          // conditions that were evaluated
  Truth outcome_ = Truth::kUnknown;  // of a ruleset
};

/// Called after RuleRunner::Run(), with what it returned: the caller runs the actions.
using OnRuleRun = std::function<void(RuleRunner&, Timestamp, bool has_begun)>;

}  // namespace fdr

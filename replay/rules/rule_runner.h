// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Decides which actions of a rule run.

#pragma once

#include <optional>
#include <vector>

#include "fdr/replay/rules/action_bindings.h"

namespace fdr {

/// An action that would have run.
struct RuleFiring {
  Timestamp stamp;
  const BoundRule* rule = nullptr;
  RuleActionKind action = RuleActionKind::kPrint;
  std::string text;  ///< with all selectors replaced
  RuleBindings bindings;
};

/// Borrows the rule.
class RuleRunner {
 public:
  RuleRunner(const BoundRule& rule, RuleMetricList& metrics, RuleInstanceNames names,
             RuleOrigin origin);

  /// Appends the actions that run, in their order.
  void Run(const RuleMoment& moment, const FetchResult& fetched, std::vector<RuleFiring>& firings);

  const BoundRule& rule() const { return evaluator_.rule(); }
  /// The value of the rule as PCP prints it, after Run().
  std::string ValueText() const;

 private:
  std::optional<std::size_t> ChooseClause();
  void RunClause(std::size_t clause, Timestamp now, std::vector<RuleFiring>& firings);

  RuleEvaluator evaluator_;
  RuleOrigin origin_;
  std::vector<std::vector<std::optional<Timestamp>>> last_runs_;  // by clause and action
  bool all_unknown_ = true;                                       // conditions that were evaluated
  Truth outcome_ = Truth::kUnknown;                               // of a ruleset
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_runner.h"

#include <utility>

#include "fdr/replay/rules/rule_value_text.h"

namespace fdr {

RuleRunner::RuleRunner(const BoundRule& rule, RuleMetricList& metrics, RuleInstanceNames names,
                       RuleOrigin origin)
    : evaluator_(rule, metrics, std::move(names)), origin_(std::move(origin)) {
  for (const RuleClause& clause : rule.rule.clauses) last_runs_.emplace_back(clause.actions.size());
}

// The first true one decides, even if all of its actions are held off.  As for PCP, the conditions
// behind it are not evaluated, so a rate of theirs has no sample of this time.
std::optional<std::size_t> RuleRunner::ChooseClause() {
  const std::vector<RuleClause>& clauses = rule().rule.clauses;
  all_unknown_ = true;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    const RuleClause& clause = clauses[i];
    if (clause.when == RuleClause::When::kOtherwise) return i;
    if (clause.when == RuleClause::When::kAllUnknown) {
      if (all_unknown_) return i;
      continue;
    }
    evaluator_.EvaluateUpTo(clause.condition);
    const Truth truth = evaluator_.TruthOf(clause.condition);
    if (truth == Truth::kTrue) return i;
    all_unknown_ = all_unknown_ && truth == Truth::kUnknown;
  }
  return std::nullopt;
}

void RuleRunner::RunClause(std::size_t clause, Timestamp now, std::vector<RuleFiring>& firings) {
  const RuleClause& chosen = rule().rule.clauses[clause];
  std::optional<RuleBindings> bindings;
  for (std::size_t i = 0; i < chosen.actions.size(); ++i) {
    const RuleAction& action = chosen.actions[i];
    std::optional<Timestamp>& last = last_runs_[clause][i];
    if (last && SecondsBetween(*last, now) < action.holdoff) continue;
    last = now;
    if (!bindings && chosen.when == RuleClause::When::kTrue)
      bindings = FindBindings(evaluator_, chosen.condition);
    if (!bindings) bindings = RuleBindings{false, {{std::nullopt, "true"}}};
    firings.push_back(
        {now, &rule(), action.kind, ActionText(action, *bindings, origin_), *bindings});
  }
}

void RuleRunner::Run(const RuleMoment& moment, const FetchResult& fetched,
                     std::vector<RuleFiring>& firings) {
  evaluator_.Begin(moment, fetched);
  if (rule().rule.clauses.empty())
    evaluator_.EvaluateUpTo(static_cast<std::uint32_t>(rule().rule.nodes.size() - 1));
  const auto clause = ChooseClause();
  const auto& clauses = rule().rule.clauses;
  const bool decided = clause && clauses[*clause].when != RuleClause::When::kAllUnknown;
  outcome_ = decided ? Truth::kTrue : all_unknown_ ? Truth::kUnknown : Truth::kFalse;
  if (clause) RunClause(*clause, moment.stamp, firings);
}

std::string RuleRunner::ValueText() const {
  if (rule().rule.is_ruleset) return RuleTruthText(outcome_);
  const auto root = static_cast<std::uint32_t>(rule().rule.nodes.size() - 1);
  return RuleValueText(evaluator_, root);
}

}  // namespace fdr

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

bool RuleRunner::Run(const RuleMoment& moment, const FetchResult& fetched) {
  evaluator_.Begin(moment, fetched);
  if (rule().rule.clauses.empty())
    evaluator_.EvaluateUpTo(static_cast<std::uint32_t>(rule().rule.nodes.size() - 1));
  const auto clause = ChooseClause();
  const auto& clauses = rule().rule.clauses;
  const bool decided = clause && clauses[*clause].when != RuleClause::When::kAllUnknown;
  outcome_ = decided ? Truth::kTrue : all_unknown_ ? Truth::kUnknown : Truth::kFalse;
  if (!clause) return true;
  if (begun_) return false;
  begun_.emplace(Begun{*clause, moment.stamp, ActionOrder(clauses[*clause])});
  return true;
}

bool RuleRunner::IsHeldOff(const RuleAction& action, const LastRun& last) const {
  const double passed = last.at ? SecondsBetween(*last.at, begun_->stamp) : action.holdoff;
  return passed >= 0 && passed < action.holdoff;  // negative: a clock was set
}

// Found with the first action, before the next evaluation.
const RuleBindings& RuleRunner::Bindings() {
  if (begun_->bindings) return *begun_->bindings;
  const RuleClause& clause = rule().rule.clauses[begun_->clause];
  const bool has_condition = clause.when == RuleClause::When::kTrue;
  begun_->bindings = has_condition ? FindBindings(evaluator_, clause.condition)
                                   : RuleBindings{false, {{std::nullopt, "true"}}};
  return *begun_->bindings;
}

// As for PCP, an action that is held off ends as it did when it ran last.
std::optional<RuleFiring> RuleRunner::NextFiring() {
  if (!begun_) return std::nullopt;
  while (const auto next = begun_->order.Next()) {
    const RuleAction& action = rule().rule.clauses[begun_->clause].actions[*next];
    LastRun& last = last_runs_[begun_->clause][*next];
    if (IsHeldOff(action, last)) {
      begun_->order.Note(last.success);
      continue;
    }
    last.at = begun_->stamp;
    begun_->action = *next;
    return RuleFiring{begun_->stamp, &rule(), &action, action.kind, &origin_, Bindings()};
  }
  begun_.reset();
  return std::nullopt;
}

void RuleRunner::NoteResult(bool success) {
  if (!begun_) return;
  last_runs_[begun_->clause][begun_->action].success = success;
  begun_->order.Note(success);
}

std::string RuleRunner::ValueText() const {
  if (rule().rule.is_ruleset) return RuleTruthText(outcome_);
  const auto root = static_cast<std::uint32_t>(rule().rule.nodes.size() - 1);
  return RuleValueText(evaluator_, root);
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_actions.h"

#include <iterator>

#include "fdr/replay/rules/rule_expressions.h"

namespace fdr {
namespace {

constexpr std::size_t kDeepestActions = 200;

class Actions {
 public:
  explicit Actions(RuleTokens& tokens) : tokens_(tokens) {}

  // "A & B" are both; of "A | B" only A, because no action fails on a replay.
  Result<std::vector<RuleAction>> List(const std::string& before, std::size_t depth = 0);

 private:
  Result<std::vector<RuleAction>> Operand(const std::string& before, std::size_t depth);
  Result<RuleAction> Action();

  RuleTokens& tokens_;
};

Result<std::vector<RuleAction>> Actions::List(const std::string& before, std::size_t depth) {
  auto list = Operand(before, depth);
  while (list && (tokens_.Sees(RuleWord::kAmpersand) || tokens_.Sees(RuleWord::kBar))) {
    const RuleToken sign = tokens_.Take();
    auto next = Operand(sign.text, depth);
    if (!next) return next;
    if (sign.word == RuleWord::kAmpersand)
      list->insert(list->end(), std::make_move_iterator(next->begin()),
                   std::make_move_iterator(next->end()));
  }
  return list;
}

Result<std::vector<RuleAction>> Actions::Operand(const std::string& before, std::size_t depth) {
  if (depth > kDeepestActions) return tokens_.Complain("this is nested too deeply");
  if (tokens_.TakeIf(RuleWord::kOpen)) {
    auto inner = List("(", depth + 1);
    if (!inner || tokens_.TakeIf(RuleWord::kClose)) return inner;
    return tokens_.Complain(") is expected here");
  }
  if (!tokens_.Sees(RuleWord::kAction))
    return tokens_.Complain("an action is expected behind " + before +
                            ": print, shell, alarm, syslog or stomp");
  auto action = Action();
  if (!action) return Fail(action.error());
  return std::vector<RuleAction>{std::move(*action)};
}

Result<RuleAction> Actions::Action() {
  const RuleToken word = tokens_.Take();
  RuleAction action{.kind = word.action};
  if (tokens_.Sees(RuleWord::kNumber) && tokens_.Peek().is_plain) {
    action.holdoff = tokens_.Take().number;
    std::vector<RuleNode> none;
    const Result<double> factor = RuleExpressions(tokens_, none).Units();
    if (!factor) return Fail(factor.error());
    action.holdoff *= *factor;
  }
  if (!tokens_.Sees(RuleWord::kString))
    return tokens_.Complain(
        "a string, perhaps with a length of time before it, is expected behind " + word.text);
  while (tokens_.Sees(RuleWord::kString)) action.arguments.push_back(tokens_.Take().text);
  return action;
}

}  // namespace

Result<void> TakeActions(RuleTokens& tokens, ParsedRule& rule, RuleClause clause) {
  if (clause.when == RuleClause::When::kTrue && !IsTruth(rule.nodes[clause.condition].op))
    return tokens.Complain("a condition is expected before ->");
  if (!tokens.TakeIf(RuleWord::kArrow)) return tokens.Complain("-> is expected here");
  auto actions = Actions(tokens).List("->");
  if (!actions) return Fail(actions.error());
  clause.actions = std::move(*actions);
  rule.clauses.push_back(std::move(clause));
  return {};
}

}  // namespace fdr

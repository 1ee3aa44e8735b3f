// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_actions.h"

#include <utility>

#include "fdr/replay/rules/rule_expressions.h"

namespace fdr {
namespace {

constexpr std::size_t kDeepestActions = 200;

class Actions {
 public:
  Actions(RuleTokens& tokens, RuleClause& clause) : tokens_(tokens), clause_(clause) {}

  // As for PCP, & and | bind alike: "A | B & C" is "(A | B) & C".
  Result<void> List(const std::string& before, std::size_t depth = 0);

 private:
  using What = RuleActionStep::What;

  Result<void> Operand(const std::string& before, std::size_t depth);
  Result<RuleAction> Action();

  RuleTokens& tokens_;
  RuleClause& clause_;
};

Result<void> Actions::List(const std::string& before, std::size_t depth) {
  if (auto first = Operand(before, depth); !first) return first;
  std::vector<RuleActionStep>& steps = clause_.steps;
  while (tokens_.Sees(RuleWord::kAmpersand) || tokens_.Sees(RuleWord::kBar)) {
    const RuleToken sign = tokens_.Take();
    const bool is_alternative = sign.word == RuleWord::kBar;
    const std::size_t place = steps.size();
    if (is_alternative) steps.push_back({What::kUnlessSuccess});
    if (auto next = Operand(sign.text, depth); !next) return next;
    if (is_alternative)
      steps[place].at = steps.size();
    else
      steps.push_back({What::kBoth});
  }
  return {};
}

Result<void> Actions::Operand(const std::string& before, std::size_t depth) {
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
  clause_.steps.push_back({What::kRun, clause_.actions.size()});
  clause_.actions.push_back(std::move(*action));
  return {};
}

Result<RuleAction> Actions::Action() {
  const RuleToken word = tokens_.Take();
  RuleAction action{.kind = word.action, .offset = word.offset};
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
  if (auto taken = Actions(tokens, clause).List("->"); !taken) return taken;
  rule.clauses.push_back(std::move(clause));
  return {};
}

}  // namespace fdr

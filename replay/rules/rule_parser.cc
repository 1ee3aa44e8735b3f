// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_parser.h"

#include "fdr/replay/rules/rule_actions.h"
#include "fdr/replay/rules/rule_expressions.h"

namespace fdr {
namespace {

constexpr std::size_t kLargestFile = 1 << 20;

// The statements of a file, which end in semicolons.
class Statements {
 public:
  explicit Statements(const RuleText& text) : tokens_(text, macros_) {}

  Result<std::vector<ParsedRule>> All();

 private:
  Result<void> One();
  Result<void> Ruleset(ParsedRule& rule);
  Result<void> LastClauses(ParsedRule& rule);
  void Define(const ParsedRule& rule);
  Result<void> SetDelta(const ParsedRule& rule);

  RuleMacros macros_;
  RuleTokens tokens_;
  double delta_ = 0;
  std::vector<ParsedRule> rules_;
};

Result<std::vector<ParsedRule>> Statements::All() {
  while (true) {
    while (tokens_.TakeIf(RuleWord::kSemicolon)) {
    }
    if (tokens_.Sees(RuleWord::kEnd)) break;
    if (const Result<void> taken = One(); !taken) return Fail(taken.error());
    if (!tokens_.Sees(RuleWord::kSemicolon) && !tokens_.Sees(RuleWord::kEnd))
      return tokens_.Complain("; is expected here");
  }
  if (tokens_.error()) return Fail(*tokens_.error());
  return std::move(rules_);
}

Result<void> Statements::One() {
  ParsedRule rule;
  rule.offset = tokens_.Peek().offset;
  rule.delta = delta_;
  if (tokens_.Sees(RuleWord::kName) && tokens_.Peek(1).word == RuleWord::kAssign) {
    rule.name = tokens_.Take().text;
    tokens_.Take();
  }
  if (tokens_.Sees(RuleWord::kRuleset)) {
    if (const Result<void> taken = Ruleset(rule); !taken) return taken;
  } else {
    const auto root = RuleExpressions(tokens_, rule.nodes).Condition();
    if (!root) return Fail(root.error());
    if (rule.name == "delta") return SetDelta(rule);
    if (tokens_.Sees(RuleWord::kArrow)) {
      RuleClause clause{.condition = *root};
      if (const Result<void> taken = TakeActions(tokens_, rule, clause); !taken) return taken;
    } else if (rule.root().is_constant && !rule.name.empty()) {
      Define(rule);
      return {};
    }
  }
  rules_.push_back(std::move(rule));
  return {};
}

// A constant with a name is a macro.
void Statements::Define(const ParsedRule& rule) {
  const RuleNode& value = rule.root();
  if (value.op == RuleOp::kString)
    macros_[rule.name] = std::make_shared<const std::string>(value.text);
  else
    macros_[rule.name] = value.number;
}

Result<void> Statements::SetDelta(const ParsedRule& rule) {
  const RuleNode& value = rule.root();
  constexpr double kShortest = 1e-3, kLongest = 1e9;
  if (value.op != RuleOp::kNumber || !(value.number >= kShortest) || value.number > kLongest)
    return tokens_.ComplainAt(value.offset, "delta is a constant length of time, such as 10 sec");
  delta_ = value.number;
  return {};
}

Result<void> Statements::Ruleset(ParsedRule& rule) {
  rule.is_ruleset = true;
  do {
    tokens_.Take();  // "ruleset" or "else"
    const auto condition = RuleExpressions(tokens_, rule.nodes).Condition();
    if (!condition) return Fail(condition.error());
    RuleClause clause{.condition = *condition};
    if (const Result<void> taken = TakeActions(tokens_, rule, clause); !taken) return taken;
  } while (tokens_.Sees(RuleWord::kElse));
  return LastClauses(rule);
}

Result<void> Statements::LastClauses(ParsedRule& rule) {
  for (const auto& [word, when] : {std::pair(RuleWord::kUnknown, RuleClause::When::kAllUnknown),
                                   std::pair(RuleWord::kOtherwise, RuleClause::When::kOtherwise)}) {
    if (!tokens_.TakeIf(word)) continue;
    RuleClause clause{.when = when};
    if (const Result<void> taken = TakeActions(tokens_, rule, clause); !taken) return taken;
  }
  return {};
}

}  // namespace

Result<std::vector<ParsedRule>> ParseRules(const RuleText& text) {
  if (text.text().size() > kLargestFile)
    return Fail(Errc::kTooLarge, "A file of rules has at most 1 MiB", text.file());
  return Statements(text).All();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Parses expressions of rules.  The grammar, from loose to tight:
//
// clang-format off
//     condition = truth { ("&&" | "||") truth }        both bind alike, from left to right
//     truth     = ("!" | rising | some_inst | 30%_sample | match_inst "..." | ...) truth
//               | relation
//     relation  = sum [ (">" | "==" | ...) sum ]
//     sum       = product { ("+" | "-") product }
//     product   = factor { ("*" | "/") factor }
//     factor    = ("-" | rate | instant | sum_inst | ...) factor
//               | count_inst truth
//               | operand
//     operand   = number [units] | "string" | $hour | metric | "(" condition ")"
// clang-format on

#pragma once

#include "fdr/replay/rules/rule_tokens.h"

namespace fdr {

/// Appends nodes to `nodes`, and returns the index of the root.  Borrows both.
class RuleExpressions {
 public:
  RuleExpressions(RuleTokens& tokens, std::vector<RuleNode>& nodes)
      : tokens_(tokens), nodes_(nodes) {}

  Result<std::uint32_t> Condition();

  /// Units behind a number, if there are any: what to multiply the number by.
  Result<double> Units();

 private:
  using Node = Result<std::uint32_t>;
  enum class Sort : std::uint8_t { kNumber, kTruth, kString, kMetric };

  Node Truth();
  Node MatchOperator(const RuleToken& op);
  Node ShareOperator();
  Node Relation();
  Node Sum();
  Node Product();
  Node Factor();
  Node Operand();
  Node Number();
  Node Metric();
  Result<void> Samples(RuleMetric& metric);
  Result<std::uint32_t> SampleNumber();

  bool IsNumeric(std::uint32_t node) const;
  Sort SortOf(std::uint32_t node) const;
  Node Unary(const RuleToken& op, RuleOp kind, Node operand);
  Node Binary(const RuleToken& op, std::uint32_t left, Node right);
  Node Add(RuleNode node);
  Result<void> CheckOperands(const RuleToken& op, std::uint32_t left, std::uint32_t right);

  RuleTokens& tokens_;
  std::vector<RuleNode>& nodes_;
  std::size_t depth_ = 0;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/branches.h"

namespace fdr {
namespace {

// The truth of every node that consists only of defined(), integers, !, && and ||.
std::vector<std::optional<bool>> KnownTruths(const Expression& expression,
                                             const MetricFacts& facts) {
  std::vector<std::optional<bool>> truths;
  truths.reserve(expression.nodes.size());
  for (const Node& node : expression.nodes) {
    const auto operand = [&](std::size_t i) { return truths[node.operands[i]]; };
    std::optional<bool> truth;
    if (node.op == Op::kDefined) {
      truth = IsDefined(node.text, facts);
    } else if (node.op == Op::kConstant && !node.is_real) {
      truth = node.number != 0;
    } else if (node.op == Op::kNot && operand(0)) {
      truth = !*operand(0);
    } else if (IsBoolean(node.op) && operand(0) && operand(1)) {
      truth = node.op == Op::kAnd ? *operand(0) && *operand(1) : *operand(0) || *operand(1);
    }
    truths.push_back(truth);
  }
  return truths;
}

}  // namespace

bool IsDefined(const std::string& name, const MetricFacts& facts) {
  const auto found = facts.find(name);
  return found != facts.end() && found->second.is_metric;
}

// Goes from the last node to the first, so from results to operands.  The nodes of a subexpression
// are adjacent, from `first` to its own node.  So a branch that is left out is never looked into,
// however deeply branches are nested.
BranchChoices ChooseBranches(const Expression& expression, const MetricFacts& facts) {
  const std::vector<std::optional<bool>> truths = KnownTruths(expression, facts);
  BranchChoices choices(expression.nodes.size());
  std::size_t branches_from = expression.nodes.size();  // after the guard of the outermost ternary
  for (std::size_t i = expression.nodes.size(); i-- > 0;) {
    const Node& node = expression.nodes[i];
    choices[i].is_in_branch = i >= branches_from;
    if (node.op != Op::kTernary || choices[i].is_left_out) continue;
    if (i < branches_from) branches_from = expression.nodes[node.operands[1]].first;
    const std::optional<bool> truth = truths[node.operands[0]];
    if (!truth) continue;
    choices[i].chosen_branch = *truth ? 1 : 2;
    const std::uint32_t other = node.operands[*truth ? 2 : 1];
    for (std::size_t k = expression.nodes[other].first; k <= other; ++k)
      choices[k].is_left_out = true;
  }
  return choices;
}

}  // namespace fdr

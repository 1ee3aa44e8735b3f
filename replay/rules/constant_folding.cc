// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/constant_folding.h"

#include "fdr/replay/rules/rule_arithmetic.h"

namespace fdr {
namespace {

// Rates and transitions need a time that goes on; folds need a dimension.
bool CanFold(RuleOp op) {
  return op == RuleOp::kNegate || op == RuleOp::kNot || HasTwoOperands(op);
}

double TruthOf(RuleOp op, const RuleNode& left, const RuleNode& right) {
  if (left.op == RuleOp::kString) return Compare(op, left.text, right.text) ? 1 : 0;
  if (IsRelation(op)) return Compare(op, left.number, right.number) ? 1 : 0;
  const bool a = left.number != 0, b = right.number != 0;
  return (op == RuleOp::kAnd ? a && b : a || b) ? 1 : 0;
}

}  // namespace

void FoldConstants(std::vector<RuleNode>& nodes, RuleNode& node) {
  if (node.is_constant || !CanFold(node.op)) return;
  const RuleNode& left = nodes[node.left];
  const RuleNode& right = HasTwoOperands(node.op) ? nodes[node.right] : left;
  if (!left.is_constant || !right.is_constant) return;
  const std::size_t dropped = HasTwoOperands(node.op) ? 2 : 1;
  const RuleOp op = node.op;
  node.is_constant = true;
  if (op == RuleOp::kNegate)
    node.number = -left.number;
  else if (op == RuleOp::kNot)
    node.number = left.number == 0 ? 1 : 0;
  else
    node.number = IsTruth(op) ? TruthOf(op, left, right) : Compute(op, left.number, right.number);
  node.op = IsTruth(op) ? RuleOp::kTruth : RuleOp::kNumber;
  nodes.resize(nodes.size() - dropped);
}

}  // namespace fdr

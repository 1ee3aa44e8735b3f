// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/spelling.h"

#include "fdr/replay/derive/functions.h"
#include "fdr/replay/derive/operators.h"

namespace fdr {
namespace {

std::string Operand(const Expression& expression, const Node& node, std::size_t i) {
  const Node& operand = expression.nodes[node.operands[i]];
  return operand.op == Op::kMetric || operand.op == Op::kConstant ? operand.text : "<expr>";
}

std::string UpperCase(std::string_view word) {
  std::string upper;
  for (const char c : word) upper += static_cast<char>(c - 'a' + 'A');
  return upper;
}

}  // namespace

std::string SpelledOperation(const Expression& expression, const Node& node) {
  const auto operand = [&](std::size_t i) { return Operand(expression, node, i); };
  if (const Operator* const found = FindOperator(node.op))
    return operand(0).append(" ").append(found->spelling).append(" ") + operand(1);
  switch (node.op) {
    case Op::kNegate:
      return "- " + operand(0);
    case Op::kNot:
      return "! " + operand(0);
    case Op::kTernary:
      return operand(0) + " ? " + SpelledBranches(expression, node);
    case Op::kRescale: {
      const std::string units = ToString(*node.tags.units);
      return operand(0) + " RESCALE " + (units.empty() ? "none" : units);
    }
    default:
      return UpperCase(FindFunction(node.op)->name) + "(" + operand(0) + ")";
  }
}

std::string SpelledBranches(const Expression& expression, const Node& ternary) {
  return Operand(expression, ternary, 1) + " : " + Operand(expression, ternary, 2);
}

}  // namespace fdr

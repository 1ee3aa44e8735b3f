// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/spelling.h"

#include <utility>
#include <vector>

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

std::string Between(std::string_view before, std::string_view text, std::string_view after) {
  return std::string(before).append(text).append(after);
}

constexpr int kTightest = 6;  // of the operators between two operands

// Takes the texts of the operands, each of which is used once.
template <class TextOf>
std::string Written(const Expression& expression, const Node& node, TextOf text_of) {
  const auto is_loose = [&](std::size_t k, int level) {
    const Node& operand = expression.nodes[node.operands[k]];
    const Operator* const found = FindOperator(operand.op);
    return (found != nullptr && found->level <= level) || operand.op == Op::kTernary;
  };
  const auto operand = [&](std::size_t k, int level) {
    return is_loose(k, level) ? Between("(", text_of(k), ")") : std::move(text_of(k));
  };
  if (const Operator* const found = FindOperator(node.op))
    return operand(0, found->level - 1).append(" ").append(found->spelling).append(" ") +
           operand(1, found->level);
  switch (node.op) {
    case Op::kConstant:
    case Op::kMetric:
      return node.text;
    case Op::kDefined:
      return Between("defined(", node.text, ")");
    case Op::kAnon:
    case Op::kNoValue:
      return std::string(FindFunction(node.op)->name) + "()";
    case Op::kNegate:
      return Between("-", operand(0, kTightest), "");
    case Op::kNot:
      return Between("!", operand(0, kTightest), "");
    case Op::kInstance:
      return operand(0, kTightest) + Between("[", node.text, "]");
    case Op::kRescale:
      return Between("rescale(", text_of(0), ", ") +
             Between("\"", ToString(*node.tags.units), "\")");
    case Op::kMatch:
      return Between("matchinst(..., ", text_of(0), ")");
    case Op::kTernary:
      return operand(0, kTernaryLevel) + " ? " + operand(1, kTernaryLevel) + " : " +
             operand(2, kTernaryLevel);
    default:
      return std::string(FindFunction(node.op)->name) + Between("(", text_of(0), ")");
  }
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

std::string SpelledPart(const Expression& expression, std::size_t node) {
  const std::size_t first = expression.nodes[node].first;
  std::vector<std::string> texts;
  for (std::size_t i = first; i <= node; ++i) {
    const Node& part = expression.nodes[i];
    texts.push_back(Written(expression, part, [&](std::size_t k) -> std::string& {
      return texts[part.operands[k] - first];
    }));
  }
  return std::move(texts.back());
}

}  // namespace fdr

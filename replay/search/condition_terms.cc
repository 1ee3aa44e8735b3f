// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/condition_terms.h"

#include "fdr/replay/derive/spelling.h"
#include "fdr/replay/units/scale_conversion.h"

namespace fdr {
namespace {

constexpr double kPercent = 100;

// A part of the condition that is still to be looked at.
struct Part {
  std::uint32_t node;
  bool is_negated;
};

bool HasMetrics(const Expression& expression, std::uint32_t node) {
  for (std::uint32_t i = expression.nodes[node].first; i <= node; ++i)
    if (expression.nodes[i].op == Op::kMetric) return true;
  return false;
}

// Shows numbers in the units that the other side of the comparison is written in.
void UseUnitsOf(const Node& quantity, Units own, ConditionTerm& term) {
  const std::string written = quantity.text.substr(quantity.text.find(' ') + 1);
  if (written == "%") {
    term.units = written;
    term.factor = kPercent;
    return;
  }
  Units wanted = *quantity.tags.units;
  if (own.dim_count != wanted.dim_count) own.dim_count = wanted.dim_count = 0;  // plain numbers
  const auto ratio = ScaleRatio::Between(own, wanted);
  if (!ratio) return;
  term.units = written;
  term.factor = ratio->Apply(double{1});
}

ConditionTerm TermOf(const Expression& expression, const BoundExpression& bound, Part part) {
  const Node& node = expression.nodes[part.node];
  ConditionTerm term;
  term.node = part.node;
  const Node* other = nullptr;
  if (IsRelation(node.op)) {
    const bool is_left = HasMetrics(expression, node.operands[0]);
    term.node = node.operands[is_left ? 0 : 1];
    other = &expression.nodes[node.operands[is_left ? 1 : 0]];
    const bool wants_less = node.op == Op::kLess || node.op == Op::kLessEqual;
    const bool wants_more = node.op == Op::kGreater || node.op == Op::kGreaterEqual;
    term.is_largest = is_left ? !wants_less : !wants_more;
  }
  if (part.is_negated) term.is_largest = !term.is_largest;
  term.text = SpelledPart(expression, term.node);
  const Units& own = bound.nodes[term.node].desc.units;
  term.units = ToString(own);
  if (other == nullptr || other->op != Op::kConstant) return term;
  if (other->is_quantity)
    UseUnitsOf(*other, own, term);
  else if (own.dim_space != 0 && other->number != 0)
    term.plain_number = other->text;
  return term;
}

}  // namespace

std::vector<ConditionTerm> TermsOf(const Expression& expression, const BoundExpression& bound) {
  const auto root = static_cast<std::uint32_t>(expression.nodes.size() - 1);
  std::vector<ConditionTerm> terms;
  std::vector<Part> parts = {{root, false}};
  while (!parts.empty()) {
    const Part part = parts.back();
    parts.pop_back();
    const Node& node = expression.nodes[part.node];
    if (IsBoolean(node.op)) {
      parts.push_back({node.operands[1], part.is_negated});
      parts.push_back({node.operands[0], part.is_negated});
    } else if (node.op == Op::kNot) {
      parts.push_back({node.operands[0], !part.is_negated});
    } else if (HasMetrics(expression, part.node)) {
      terms.push_back(TermOf(expression, bound, part));
    }
  }
  return terms;
}

}  // namespace fdr

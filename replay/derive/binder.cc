// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/binder.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "fdr/replay/derive/branches.h"
#include "fdr/replay/derive/constant_value.h"
#include "fdr/replay/derive/function_rules.h"
#include "fdr/replay/derive/operator_rules.h"
#include "fdr/replay/derive/spelling.h"

namespace fdr {
namespace {

using Bound = tl::expected<BoundNode, SemanticError>;

class Binder {
 public:
  Binder(const Expression& expression, const MetricFacts& facts, DeriveRules rules)
      : expression_(expression),
        facts_(facts),
        rules_(rules),
        choices_(rules != DeriveRules::kPcp6 ? ChooseBranches(expression, facts)
                                             : BranchChoices(expression.nodes.size())) {}

  tl::expected<BoundExpression, SemanticError> Bind() {
    bound_.nodes.reserve(expression_.nodes.size());
    for (std::size_t i = 0; i < expression_.nodes.size(); ++i) {
      Bound node = choices_[i].is_left_out ? LeftOut() : BindNode(i);
      if (!node) return tl::unexpected(std::move(node.error()));
      node->desc.id = {};
      bound_.nodes.push_back(*node);
    }
    return std::move(bound_);
  }

 private:
  static BoundNode LeftOut() {
    BoundNode node;
    node.is_left_out = true;
    return node;
  }

  Bound BindNode(std::size_t i) {
    const Node& node = expression_.nodes[i];
    switch (node.op) {
      case Op::kMetric:
        return BindMetric(i);
      case Op::kDefined:
        return BindDefined(node);
      case Op::kConstant:
      case Op::kAnon:
      case Op::kNoValue:
        return BindConstant(node);
      case Op::kTernary:
        return BindTernary(i);
      default:
        return IsBinary(node.op) ? BindBinary(node) : BindUnary(node);
    }
  }

  Bound BindMetric(std::size_t i);
  Bound BindDefined(const Node& node) const;
  Bound BindConstant(const Node& node) const;
  Bound BindUnary(const Node& node) const;
  Bound BindBinary(const Node& node) const;
  Bound BindTernary(std::size_t i) const;

  const Desc& DescOf(const Node& node, std::size_t operand) const {
    return bound_.nodes[node.operands[operand]].desc;
  }
  OperandFacts FactsOf(const Node& node, std::size_t operand) const {
    const Node& below = expression_.nodes[node.operands[operand]];
    return {DescOf(node, operand), below.op == Op::kConstant, below.is_quantity};
  }
  bool IsNoValue(std::uint32_t i) const { return expression_.nodes[i].op == Op::kNoValue; }

  tl::unexpected<SemanticError> Wrong(std::string part, std::string text) const {
    return tl::unexpected(SemanticError{std::move(part), std::move(text), false});
  }
  static tl::unexpected<SemanticError> WrongOperand(const std::string& name, std::string text) {
    return tl::unexpected(SemanticError{"operand " + name, std::move(text), true});
  }
  tl::unexpected<SemanticError> Wrong(const Node& node, std::string text) const {
    return Wrong(SpelledOperation(expression_, node), std::move(text));
  }

  const Expression& expression_;
  const MetricFacts& facts_;
  DeriveRules rules_;
  BranchChoices choices_;
  BoundExpression bound_;
  std::unordered_map<MetricId, std::uint32_t> slots_;  // of the metrics in the expression
};

Bound Binder::BindMetric(std::size_t i) {
  const std::string& name = expression_.nodes[i].text;
  const auto found = facts_.find(name);
  if (found == facts_.end() || !found->second.is_metric)
    return WrongOperand(name, choices_[i].is_in_branch ? "Unknown metric for ternary expression"
                                                       : "Unknown operand metric");
  const MetricFact& fact = found->second;
  if (fact.is_derived) return WrongOperand(name, "Illegal nested derived metric");
  if (!fact.desc) return WrongOperand(name, "Metadata for operand metric not available");
  BoundNode node;
  node.desc = *fact.desc;
  const auto next = static_cast<std::uint32_t>(bound_.metrics.size());
  node.slot = slots_.try_emplace(fact.desc->id, next).first->second;
  if (node.slot == next) {
    bound_.metrics.push_back(fact.desc->id);
    bound_.descs.push_back(*fact.desc);
  }
  return node;
}

Bound Binder::BindDefined(const Node& node) const {
  BoundNode bound;
  bound.desc.type = Type::kU32;
  bound.desc.semantics = Semantics::kDiscrete;
  bound.bits = IsDefined(node.text, facts_) ? 1 : 0;
  return bound;
}

Bound Binder::BindConstant(const Node& node) const {
  auto bound = DescribeConstant(node, facts_);
  if (!bound) return WrongOperand(node.tags.meta, bound.error());
  return *bound;
}

Bound Binder::BindUnary(const Node& node) const {
  auto bound = DescribeUnary(node, DescOf(node, 0), rules_);
  if (!bound) return Wrong(node, bound.error());
  return *bound;
}

Bound Binder::BindBinary(const Node& node) const {
  auto bound = DescribeBinary(node.op, FactsOf(node, 0), FactsOf(node, 1), rules_);
  if (!bound) return Wrong(node, bound.error());
  return *bound;
}

// If a branch is chosen for good, the other branch is ignored.  A branch without values takes the
// descriptor of the other.
Bound Binder::BindTernary(std::size_t i) const {
  const Node& node = expression_.nodes[i];
  if (const auto chosen = choices_[i].chosen_branch) {
    BoundNode bound;
    bound.desc = DescOf(node, *chosen);
    bound.chosen_branch = chosen;
    return bound;
  }
  const Desc& guard = DescOf(node, 0);
  if (!IsNumeric(guard.type)) return Wrong(node, "Non-arithmetic operand for ternary guard");
  const bool no_yes = IsNoValue(node.operands[1]), no_no = IsNoValue(node.operands[2]);
  if (no_yes && no_no)
    return Wrong(SpelledBranches(expression_, node),
                 "novalue() may appear at most once in a ternary expression");
  auto bound = DescribeTernary(guard, DescOf(node, no_yes ? 2 : 1), DescOf(node, no_no ? 1 : 2));
  if (bound) return *bound;
  constexpr std::string_view kOfGuard = "Non-scalar";
  if (std::string_view(bound.error()).starts_with(kOfGuard)) return Wrong(node, bound.error());
  return Wrong(SpelledBranches(expression_, node), bound.error());
}

}  // namespace

std::vector<std::string> NamesIn(const Expression& expression) {
  std::vector<std::string> names;
  for (const Node& node : expression.nodes) {
    if (node.op == Op::kMetric || node.op == Op::kDefined) names.push_back(node.text);
    if (!node.tags.meta.empty()) names.push_back(node.tags.meta);
  }
  return names;
}

tl::expected<BoundExpression, SemanticError> BindExpression(const Expression& expression,
                                                            const MetricFacts& facts,
                                                            DeriveRules rules) {
  return Binder(expression, facts, rules).Bind();
}

}  // namespace fdr

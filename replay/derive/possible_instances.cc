// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/possible_instances.h"

#include <string_view>

#include "fdr/replay/derive/instance_name.h"
#include "fdr/replay/pattern/text_pattern.h"

namespace fdr {
namespace {

// Whether nodes pass an instance on.  A single value goes with all instances.
class InstancePath {
 public:
  explicit InstancePath(const Expression& expression)
      : nodes_(expression.nodes), passes_(nodes_.size()) {}

  bool Passes(const NamedInstance& member) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) passes_[i] = PassesNode(nodes_[i], member);
    return passes_.back();
  }

 private:
  bool PassesOperand(const Node& node, std::size_t i) const { return passes_[node.operands[i]]; }

  // The domain may change over time, so that the name, its first word and its number may be meant.
  static bool IsNamed(const NamedInstance& member, std::string_view name) {
    const std::string_view word = FirstWordOf(member.name);
    return member.name == name || word == name || IsSameNumber(word, name);
  }

  bool PassesNode(const Node& node, const NamedInstance& member) const {
    switch (node.op) {
      case Op::kConstant:
      case Op::kMetric:
      case Op::kDefined:
      case Op::kAnon:
      case Op::kNoValue:
      // Single values.
      case Op::kAverage:
      case Op::kCount:
      case Op::kMaximum:
      case Op::kMinimum:
      case Op::kSum:
      case Op::kScalar:
        return true;
      case Op::kInstance:
        return IsNamed(member, node.text) && PassesOperand(node, 0);
      case Op::kMatch:
        return node.pattern->IsIn(FirstWordOf(member.name)) != node.inverted &&
               PassesOperand(node, 0);
      case Op::kTernary:
        return PassesOperand(node, 0) && (PassesOperand(node, 1) || PassesOperand(node, 2));
      default:
        return PassesOperand(node, 0) && (!IsBinary(node.op) || PassesOperand(node, 1));
    }
  }

  const std::vector<Node>& nodes_;
  std::vector<bool> passes_;  // by node
};

}  // namespace

void KeepPossible(const Expression& expression, std::vector<NamedInstance>& members) {
  if (expression.nodes.empty()) return;
  InstancePath path(expression);
  std::erase_if(members, [&](const NamedInstance& member) { return !path.Passes(member); });
}

}  // namespace fdr

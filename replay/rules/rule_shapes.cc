// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_shapes.h"

#include <algorithm>

namespace fdr {
namespace {

std::string Count(std::int32_t count) { return count < 0 ? "no" : std::to_string(count); }

// Single values go with everything.
std::optional<std::string> Misfit(const RuleShape& a, const RuleShape& b) {
  if (a.Values() == 1 || b.Values() == 1) return std::nullopt;
  const auto complain = [](std::int32_t left, std::int32_t right, const char* what) {
    return "the operands have different numbers of " + std::string(what) + ": " + Count(left) +
           " and " + Count(right);
  };
  if (a.hosts != b.hosts) return complain(a.hosts, b.hosts, "hosts");
  if (a.instances != b.instances) return complain(a.instances, b.instances, "instances");
  if (a.samples != b.samples) return complain(a.samples, b.samples, "samples");
  return std::nullopt;
}

std::optional<std::string> Fold(RuleDimension over, RuleShape& shape) {
  switch (over) {
    case RuleDimension::kHosts:
      if (shape.hosts < 0) return "there are no hosts to take together";
      shape.hosts = shape.instances = -1;
      return std::nullopt;
    case RuleDimension::kInstances:
      shape.instances = -1;
      return std::nullopt;
    case RuleDimension::kSamples:
      if (shape.samples < 0) return "there are no samples to take together";
      shape.samples = -1;
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> SetShape(const std::vector<RuleNode>& nodes,
                                    std::vector<BoundRuleNode>& bound, std::uint32_t node) {
  const RuleNode& op = nodes[node];
  BoundRuleNode& self = bound[node];
  const BoundRuleNode& left = bound[op.left];
  self.shaped_by = op.left;
  self.shape = left.shape;
  self.has_metric = left.has_metric;
  if (Folds(op.op)) return Fold(op.over, self.shape);
  if (!HasTwoOperands(op.op)) return std::nullopt;
  const BoundRuleNode& right = bound[op.right];
  if (auto misfit = Misfit(left.shape, right.shape)) return misfit;
  if (right.shape.Values() > left.shape.Values() || (!left.has_metric && right.has_metric)) {
    self.shaped_by = op.right;
    self.shape = right.shape;
  }
  self.has_metric = left.has_metric || right.has_metric;
  return std::nullopt;
}

void SetRings(const std::vector<RuleNode>& nodes, std::vector<BoundRuleNode>& bound) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    BoundRuleNode& self = bound[i];
    self.ring = static_cast<std::uint32_t>(std::max(self.shape.samples, 1));
    const RuleOp op = nodes[i].op;
    if (op != RuleOp::kRate && op != RuleOp::kRising && op != RuleOp::kFalling) continue;
    std::uint32_t& kept = bound[nodes[i].left].ring;
    kept = std::max(kept, 2u);
  }
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/inlined_metrics.h"

#include <utility>
#include <vector>

namespace fdr {
namespace {

constexpr std::size_t kMostNodes = 100'000;

std::size_t OperandCount(Op op) {
  if (op == Op::kTernary) return 3;
  if (IsBinary(op)) return 2;
  return op >= Op::kNegate ? 1 : 0;
}

// Appends a node whose operands are at other places now.
void Append(Node node, const std::vector<std::uint32_t>& places, std::vector<Node>& nodes) {
  const std::size_t count = OperandCount(node.op);
  for (std::size_t k = 0; k < count; ++k) node.operands[k] = places[node.operands[k]];
  node.first = count > 0 ? nodes[node.operands[0]].first : static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(std::move(node));
}

void AppendAll(const std::vector<Node>& definition, std::vector<Node>& nodes) {
  std::vector<std::uint32_t> places;
  for (const Node& node : definition) {
    Append(node, places, nodes);
    places.push_back(static_cast<std::uint32_t>(nodes.size() - 1));
  }
}

}  // namespace

Result<Expression> WithDefinitions(Expression expression, const DefinitionOf& definition_of) {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> places;
  for (Node& node : expression.nodes) {
    const auto definition = node.op == Op::kMetric ? definition_of(node.text) : nullptr;
    if (definition)
      AppendAll(definition->expression.nodes, nodes);
    else
      Append(std::move(node), places, nodes);
    if (nodes.size() > kMostNodes) return Fail(Errc::kTooLarge, "The expression is too large");
    places.push_back(static_cast<std::uint32_t>(nodes.size() - 1));
  }
  expression.nodes = std::move(nodes);
  return expression;
}

}  // namespace fdr

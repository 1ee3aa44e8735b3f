// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/percentages.h"

#include <fmt/format.h>

#include <algorithm>

#include "fdr/replay/sources/local/tables/known_texts.h"

namespace fdr::tools {
namespace {

bool IsPercentage(const Node& node) {
  return node.op == Op::kConstant && node.is_quantity && node.text.ends_with(" %");
}

bool CountsInPercent(Context& source, const std::string& metric) {
  const Result<MetricId> id = source.Find(metric);
  const Result<Desc> desc = id ? source.DescOf(*id) : Fail(id.error());
  if (!desc || desc->units != Units{} || desc->semantics == Semantics::kCounter) return false;
  std::string text = source.Text(TextKind::kMetricOneLine, id->value).value_or("");
  if (text.empty()) text = local::KnownTexts().Of(metric, *desc);
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return text.find("percent") != text.npos;
}

// The metric whose values a node has, perhaps of fewer instances; null if there is none.
const Node* MetricBelow(const Expression& expression, std::uint32_t place) {
  while (true) {
    const Node& node = expression.nodes[place];
    switch (node.op) {
      case Op::kMetric:
        return &node;
      case Op::kAverage:
      case Op::kMaximum:
      case Op::kMinimum:
      case Op::kScalar:
      case Op::kInstant:
      case Op::kMatch:
      case Op::kInstance:
        place = node.operands[0];
        break;
      default:
        return nullptr;
    }
  }
}

}  // namespace

std::vector<std::string> AdaptPercentages(Context& source, Expression& expression) {
  constexpr double kHundred = 100;
  std::vector<std::string> adapted;
  for (const Node& relation : expression.nodes) {
    if (!IsRelation(relation.op)) continue;
    for (const std::size_t side : {0u, 1u}) {
      Node& number = expression.nodes[relation.operands[side]];
      const Node* const metric = MetricBelow(expression, relation.operands[1 - side]);
      if (!IsPercentage(number) || metric == nullptr || !CountsInPercent(source, metric->text))
        continue;
      number.number *= kHundred;
      number.is_quantity = false;
      const std::string written = number.text;
      number.text = written.substr(0, written.find(' '));
      adapted.push_back(
          fmt::format("{} counts in percent: {} is {}", metric->text, written, number.text));
    }
  }
  return adapted;
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/counter_use.h"

#include <algorithm>

#include "fdr/replay/derive/spelling.h"

namespace fdr {
namespace {

bool IsCounterMetric(const std::string& name, const MetricFacts& facts) {
  const auto found = facts.find(name);
  return found != facts.end() && found->second.desc &&
         found->second.desc->semantics == Semantics::kCounter;
}

// Whether the values of a node go up with those of the counters below it.
bool Grows(const Node& node, const std::vector<bool>& grows, const MetricFacts& facts) {
  const auto operand = [&](std::size_t i) { return grows[node.operands[i]]; };
  switch (node.op) {
    case Op::kMetric:
      return IsCounterMetric(node.text, facts);
    case Op::kAverage:
    case Op::kMaximum:
    case Op::kMinimum:
    case Op::kSum:
    case Op::kScalar:
    case Op::kRescale:
    case Op::kMatch:
    case Op::kInstance:
    case Op::kNegate:
      return operand(0);
    case Op::kDivide:  // a quotient of two counters does not grow
    case Op::kMultiply:
      return operand(0) != operand(1);
    case Op::kAdd:
    case Op::kSubtract:
      return operand(0) || operand(1);
    default:  // delta(), rate(), count(), instant(), comparisons
      return false;
  }
}

}  // namespace

std::string Advice(const CounterUse& use) {
  return use.text + " is a counter, which only grows: " + use.meant + " may be meant";
}

std::vector<CounterUse> CountersCompared(const Expression& expression, const MetricFacts& facts) {
  std::vector<bool> grows;
  std::vector<CounterUse> uses;
  for (const Node& node : expression.nodes) {
    grows.push_back(Grows(node, grows, facts));
    if (!IsRelation(node.op) || grows[node.operands[0]] == grows[node.operands[1]]) continue;
    const std::string text =
        SpelledPart(expression, node.operands[grows[node.operands[0]] ? 0 : 1]);
    CounterUse use{text, std::string("rate(").append(text).append(")")};
    if (std::find(uses.begin(), uses.end(), use) == uses.end()) uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace fdr

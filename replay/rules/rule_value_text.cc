// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_value_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace fdr {
namespace {

std::string Formatted(const char* format, double number) {
  std::array<char, 400> text;  // the largest number has 309 digits
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

}  // namespace

const char* RuleTruthText(Truth truth) {
  switch (truth) {
    case Truth::kFalse:
      return "false";
    case Truth::kTrue:
      return "true";
    case Truth::kUnknown:
      break;
  }
  return "unknown";
}

std::string RuleNumberText(double number) {
  const double size = std::abs(number);
  if (std::isnan(number)) return "?";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  if (number == 0) return "0";
  if (std::floor(number) == number) return Formatted("%.0f", number);
  if (size < 0.5) return Formatted("%g", number);
  if (size < 5) return Formatted("%.2f", number);
  if (size < 50) return Formatted("%.1f", number);
  return Formatted("%.0f", number);
}

std::string RuleValueText(const RuleEvaluator& evaluator, std::uint32_t node, std::size_t value) {
  const RuleRing& ring = evaluator.ring(node);
  const RuleOp op = evaluator.rule().rule.nodes[node].op;
  const auto samples =
      static_cast<std::size_t>(std::max(evaluator.rule().nodes[node].shape.samples, 1));
  std::string text;
  for (std::size_t age = 0; age < samples; ++age) {
    if (age > 0) text += ' ';
    if (age >= ring.count() || value >= ring.At(age).size())
      text += IsTruth(op) ? "unknown" : "?";
    else if (!ring.At(age).texts.empty())
      text += '"' + *ring.At(age).texts[value] + '"';
    else if (IsTruth(op))
      text += RuleTruthText(ring.At(age).TruthAt(value));
    else
      text += RuleNumberText(ring.At(age).numbers[value]);
  }
  return text;
}

std::string RuleValueText(const RuleEvaluator& evaluator, std::uint32_t node) {
  const std::size_t count = evaluator.CountOf(node);
  if (count == 0) return "?";
  std::string text;
  for (std::size_t value = 0; value < count; ++value) {
    if (value > 0) text += ' ';
    text += RuleValueText(evaluator, node, value);
  }
  return text;
}

}  // namespace fdr

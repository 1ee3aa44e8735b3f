// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/series_spelling.h"

#include <string_view>
#include <utility>

namespace fdr {
namespace {

using Operator = SeriesCondition::Operator;

// Different texts stay different.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// Whether the text could be taken for more than one operand.
bool NeedsQuotes(std::string_view text) {
  return text.find_first_of("\"}") != text.npos || text.find("&&") != text.npos ||
         text.find("||") != text.npos || text.starts_with('=');
}

// Regular expressions and numbers have no quotes: PCP's pmproxy makes identifiers of such texts.
std::string SpellComparison(const SeriesCondition& condition) {
  const std::string& operand = condition.operand;
  const auto quoted = [&](std::string_view sign) {
    return condition.key + std::string(sign) + Quoted(operand);
  };
  const auto plain = [&](std::string_view sign) {
    return condition.key + std::string(sign) + (NeedsQuotes(operand) ? Quoted(operand) : operand);
  };
  switch (condition.op) {
    case Operator::kEqual:
      return quoted("==");
    case Operator::kNotEqual:
      return quoted("!=");
    case Operator::kGlob:
      return quoted("~~");
    case Operator::kRegex:
      return plain("=~");
    case Operator::kNotRegex:
      return plain("!~");
    case Operator::kLess:
      return plain("<");
    case Operator::kLessOrEqual:
      return plain("<=");
    case Operator::kGreater:
      return plain(">");
    default:  // kGreaterOrEqual
      return plain(">=");
  }
}

// "&&" binds closer, and there are no parentheses: the order of the comparisons tells everything.
std::string SpellOperand(const SeriesOperand& operand) {
  std::vector<std::string> texts;
  for (const SeriesCondition& condition : operand.conditions) {
    if (condition.kind == SeriesCondition::Kind::kCompare) {
      texts.push_back(SpellComparison(condition));
      continue;
    }
    std::string text = std::move(texts[condition.left]);
    text += condition.kind == SeriesCondition::Kind::kAnd ? "&&" : "||";
    texts.push_back(std::move(text.append(texts[condition.right])));
  }
  return texts.empty() ? operand.name : operand.name + "{" + texts.back() + "}";
}

std::string_view SignOf(SeriesOp op) {
  constexpr std::string_view kArithmetic = "+-*/";
  return kArithmetic.substr(static_cast<std::size_t>(op) - static_cast<std::size_t>(SeriesOp::kAdd),
                            1);
}

// How closely an operator binds.
int LevelOf(SeriesOp op) {
  if (!IsArithmetic(op)) return 3;
  return op == SeriesOp::kMultiply || op == SeriesOp::kDivide ? 2 : 1;
}

std::string InParentheses(const std::string& text, bool needed) {
  return needed ? "(" + text + ")" : text;
}

std::string SpellFunction(const SeriesNode& node, const std::string& operand) {
  std::string text = node.text + "(" + operand;
  if (node.op == SeriesOp::kRescale)
    text.append(",\"").append(node.argument).append("\"");
  else if (!node.argument.empty())
    text.append(node.op == SeriesOp::kLogarithm ? "," : ", ").append(node.argument);
  return text + ")";
}

}  // namespace

std::vector<std::string> SpellNodes(const SeriesQuery& query) {
  std::vector<std::string> texts;
  for (const SeriesNode& node : query.nodes) {
    const auto [left, right] = node.operands;
    const int level = LevelOf(node.op);
    if (node.op == SeriesOp::kOperand)
      texts.push_back(SpellOperand(query.operands[left]));
    else if (node.op == SeriesOp::kConstant)
      texts.push_back(node.text);
    else if (IsArithmetic(node.op))
      texts.push_back(
          InParentheses(texts[left], LevelOf(query.nodes[left].op) < level)
              .append(SignOf(node.op))
              .append(InParentheses(texts[right], LevelOf(query.nodes[right].op) <= level)));
    else
      texts.push_back(SpellFunction(node, texts[left]));
  }
  return texts;
}

std::string Spell(const SeriesQuery& query) { return std::move(SpellNodes(query).back()); }

}  // namespace fdr

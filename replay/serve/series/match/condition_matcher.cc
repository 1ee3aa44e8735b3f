// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/match/condition_matcher.h"

#include <string>
#include <utility>

#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

constexpr std::size_t kMostPatterns = 16;  // each may take megabytes

using Operator = SeriesCondition::Operator;

std::optional<double> NumberOf(std::string_view text) {
  const ParsedNumber number = ParseNumber(text);
  if (text.empty() || number.length != text.size()) return std::nullopt;
  return number.value;
}

bool Compare(Operator op, std::string_view text, std::string_view operand) {
  const auto a = NumberOf(text), b = NumberOf(operand);
  if (!a || !b) return false;
  switch (op) {
    case Operator::kLess:
      return *a < *b;
    case Operator::kLessOrEqual:
      return *a <= *b;
    case Operator::kGreater:
      return *a > *b;
    default:
      return *a >= *b;
  }
}

Result<std::optional<TextPattern>> PatternOf(const SeriesCondition& condition) {
  if (condition.kind != SeriesCondition::Kind::kCompare) return std::nullopt;
  if (condition.op == Operator::kGlob) return TextPattern::Glob(condition.operand);
  if (condition.op == Operator::kRegex || condition.op == Operator::kNotRegex)
    return TextPattern::Regex(condition.operand);
  return std::nullopt;
}

}  // namespace

Result<ConditionMatcher> ConditionMatcher::Compile(std::vector<SeriesCondition> conditions) {
  ConditionMatcher matcher;
  std::size_t count = 0;
  for (const SeriesCondition& condition : conditions) {
    Result<std::optional<TextPattern>> pattern = PatternOf(condition);
    if (!pattern) return Fail(pattern.error());
    if (*pattern && ++count > kMostPatterns)
      return Fail(Errc::kTooLarge,
                  "an expression has at most " + std::to_string(kMostPatterns) + " patterns");
    matcher.patterns_.push_back(std::move(*pattern));
  }
  matcher.conditions_ = std::move(conditions);
  return matcher;
}

bool ConditionMatcher::MeetsIt(std::size_t place, std::string_view text) const {
  const SeriesCondition& condition = conditions_[place];
  switch (condition.op) {
    case Operator::kEqual:
    case Operator::kNotEqual:
      return text == condition.operand;
    case Operator::kGlob:
      return patterns_[place]->MatchesWhole(text);
    case Operator::kRegex:
    case Operator::kNotRegex:
      return patterns_[place]->IsIn(text);
    default:
      return Compare(condition.op, text, condition.operand);
  }
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/operand_parser.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace fdr {
namespace {

using Kind = SeriesToken::Kind;
using Operator = SeriesCondition::Operator;
using Subject = SeriesCondition::Subject;

constexpr std::size_t kMostConditions = 256;

constexpr std::pair<std::string_view, Operator> kOperators[] = {
    {"==", Operator::kEqual},  {"!=", Operator::kNotEqual},
    {":", Operator::kGlob},    {"~~", Operator::kGlob},
    {"=~", Operator::kRegex},  {"!~", Operator::kNotRegex},
    {"<", Operator::kLess},    {"<=", Operator::kLessOrEqual},
    {">", Operator::kGreater}, {">=", Operator::kGreaterOrEqual},
};

constexpr std::pair<std::string_view, std::optional<std::string> SeriesWindowText::*> kTimes[] = {
    {"start", &SeriesWindowText::start},       {"begin", &SeriesWindowText::start},
    {"finish", &SeriesWindowText::finish},     {"end", &SeriesWindowText::finish},
    {"interval", &SeriesWindowText::interval}, {"delta", &SeriesWindowText::interval},
    {"align", &SeriesWindowText::align},       {"offset", &SeriesWindowText::offset},
};

class ConditionParser {
 public:
  ConditionParser(SeriesWords& words, std::vector<SeriesCondition>& conditions)
      : words_(words), conditions_(conditions) {}

  bool Parse() {
    if (!ParseConjunction()) return false;
    std::size_t left = conditions_.size() - 1;
    while (words_.Accept("||")) {
      if (!ParseConjunction()) return false;
      left = Combine(SeriesCondition::Kind::kOr, left);
    }
    return true;
  }

 private:
  bool ParseConjunction() {
    if (!ParseComparison()) return false;
    std::size_t left = conditions_.size() - 1;
    while (words_.Accept("&&") || words_.Accept(",")) {
      if (!ParseComparison()) return false;
      left = Combine(SeriesCondition::Kind::kAnd, left);
    }
    return true;
  }

  // Combines the condition at `left` with the last one, and returns the new one's place.
  std::size_t Combine(SeriesCondition::Kind kind, std::size_t left) {
    const std::size_t right = conditions_.size() - 1;
    SeriesCondition both;
    both.kind = kind;
    both.left = left;
    both.right = right;
    conditions_.push_back(std::move(both));
    return right + 1;
  }

  bool ParseComparison() {
    if (conditions_.size() >= kMostConditions)
      return words_.Invalid(Errc::kTooLarge,
                            fmt::format("more than {} conditions", kMostConditions));
    SeriesCondition condition;
    if (!words_.Expect(Kind::kName, condition.key) || !ParseOperator(condition.op) ||
        !ParseValue(condition.operand))
      return false;
    constexpr std::string_view kLabelKey = "label.";
    const std::string& key = condition.key;
    if (key == "instance.name")
      condition.subject = Subject::kInstanceName;
    else if (key == "metric.name")
      condition.subject = Subject::kMetricName;
    else
      condition.label = key.starts_with(kLabelKey) ? key.substr(kLabelKey.size()) : key;
    conditions_.push_back(std::move(condition));
    return true;
  }

  bool ParseOperator(Operator& op) {
    for (const auto& [sign, meaning] : kOperators) {
      if (!words_.Accept(sign)) continue;
      op = meaning;
      return true;
    }
    return words_.SyntaxError();
  }

  // A word needs no quotes.
  bool ParseValue(std::string& value) {
    if (words_.Is(Kind::kInvalid) || words_.Is(Kind::kSign) || words_.Is(Kind::kEnd))
      return words_.SyntaxError();
    value = words_.Take().text;
    return true;
  }

  SeriesWords& words_;
  std::vector<SeriesCondition>& conditions_;
};

bool ParseSamples(SeriesWords& words, SeriesWindowText& window) {
  std::string digits;
  if (!words.Expect(Kind::kInteger, digits)) return false;
  if (window.samples)
    return words.Invalid(Errc::kInvalidArgument,
                         fmt::format("Invalid second sample count requested - \"{}\" vs \"{}\"",
                                     digits, *window.samples));
  std::uint64_t samples = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), samples).ec != std::errc())
    return words.Invalid(Errc::kInvalidArgument, "Invalid sample count requested - " + digits);
  window.samples = samples;
  return true;
}

bool ParseText(SeriesWords& words, std::optional<std::string>& text, bool may_be_number) {
  const bool is_number = words.Is(Kind::kInteger) || words.Is(Kind::kDecimal);
  if (!words.Is(Kind::kString) && !(may_be_number && is_number)) return words.SyntaxError();
  text = words.Take().text;
  return true;
}

// The stamps of values have no zone, so this says nothing.
bool ParseHostZone(SeriesWords& words) {
  const std::string& text = words.token().text;
  if (text != "true" && text != "false") return words.SyntaxError();
  words.Take();
  return true;
}

bool ParseItem(SeriesWords& words, SeriesWindowText& window) {
  const std::string keyword = words.token().text;
  const auto begins = [&] { return (words.Take(), words.Expect(":")); };
  if (!words.Is(Kind::kName)) return words.SyntaxError();
  if (keyword == "samples" || keyword == "count") return begins() && ParseSamples(words, window);
  if (keyword == "timezone" || keyword == "tz")
    return begins() && ParseText(words, window.zone, false);
  if (keyword == "hostzone") return begins() && ParseHostZone(words);
  for (const auto& [name, member] : kTimes)
    if (keyword == name) return begins() && ParseText(words, window.*member, true);
  return words.SyntaxError();
}

}  // namespace

bool ParseSeriesConditions(SeriesWords& words, std::vector<SeriesCondition>& conditions) {
  return words.Expect("{") && ConditionParser(words, conditions).Parse() && words.Expect("}");
}

bool ParseSeriesWindow(SeriesWords& words, SeriesWindowText& window) {
  if (!words.Expect("[")) return false;
  do {
    if (!ParseItem(words, window)) return false;
  } while (words.Accept(","));
  return words.Expect("]");
}

}  // namespace fdr

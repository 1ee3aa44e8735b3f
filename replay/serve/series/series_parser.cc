// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_parser.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "fdr/replay/caret.h"
#include "fdr/replay/serve/series/series_lexer.h"

namespace fdr {
namespace {

using TokenKind = SeriesToken::Kind;
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

class SeriesParser {
 public:
  explicit SeriesParser(std::string_view text) : text_(text), lexer_(text) { Advance(); }

  Result<SeriesQuery> Parse() {
    if (!ParseQuery()) return Fail(std::move(error_));
    return std::move(query_);
  }

 private:
  void Advance() { token_ = lexer_.Next(); }

  // The functions below are false after an error.

  bool SyntaxError() {
    error_ = CaretError(text_, token_.at, "syntax error");
    error_.what.insert(0, "cannot parse given string\n\n");
    return false;
  }

  bool Invalid(Errc code, std::string what) {
    error_ = {.code = code, .what = std::move(what), .file = {}};
    return false;
  }

  bool Accept(std::string_view sign) {
    if (!token_.Is(sign)) return false;
    Advance();
    return true;
  }

  bool Expect(std::string_view sign) { return Accept(sign) || SyntaxError(); }

  // Takes a token of this kind.
  bool Expect(TokenKind kind, std::string& text) {
    if (token_.kind != kind) return SyntaxError();
    text = std::move(token_.text);
    Advance();
    return true;
  }

  bool ParseQuery() {
    if (token_.kind == TokenKind::kName)
      Expect(TokenKind::kName, query_.name);
    else if (!token_.Is("{"))
      return SyntaxError();
    if (Accept("{") && !(ParseConditions() && Expect("}"))) return false;
    if (Accept("[") && !(ParseItems() && Expect("]"))) return false;
    return token_.kind == TokenKind::kEnd || SyntaxError();
  }

  bool ParseConditions() {
    if (!ParseConjunction()) return false;
    std::size_t left = query_.conditions.size() - 1;
    while (Accept("||")) {
      if (!ParseConjunction()) return false;
      left = Combine(SeriesCondition::Kind::kOr, left);
    }
    return true;
  }

  bool ParseConjunction() {
    if (!ParseComparison()) return false;
    std::size_t left = query_.conditions.size() - 1;
    while (Accept("&&") || Accept(",")) {
      if (!ParseComparison()) return false;
      left = Combine(SeriesCondition::Kind::kAnd, left);
    }
    return true;
  }

  // Combines the condition at `left` with the last one, and returns the new one's place.
  std::size_t Combine(SeriesCondition::Kind kind, std::size_t left) {
    const std::size_t right = query_.conditions.size() - 1;
    query_.conditions.push_back(
        {.kind = kind, .left = left, .right = right, .label = {}, .operand = {}});
    return right + 1;
  }

  bool ParseComparison() {
    if (query_.conditions.size() >= kMostConditions)
      return Invalid(Errc::kTooLarge, fmt::format("more than {} conditions", kMostConditions));
    std::string key;
    SeriesCondition condition;
    if (!Expect(TokenKind::kName, key) || !ParseOperator(condition.op) ||
        !ParseValue(condition.operand))
      return false;
    constexpr std::string_view kLabelKey = "label.";
    if (key == "instance.name")
      condition.subject = Subject::kInstanceName;
    else if (key == "metric.name")
      condition.subject = Subject::kMetricName;
    else
      condition.label = key.starts_with(kLabelKey) ? key.substr(kLabelKey.size()) : key;
    query_.conditions.push_back(std::move(condition));
    return true;
  }

  bool ParseOperator(Operator& op) {
    for (const auto& [sign, meaning] : kOperators) {
      if (!token_.Is(sign)) continue;
      op = meaning;
      Advance();
      return true;
    }
    return SyntaxError();
  }

  // A word needs no quotes.
  bool ParseValue(std::string& value) {
    if (token_.kind == TokenKind::kInvalid || token_.kind == TokenKind::kSign ||
        token_.kind == TokenKind::kEnd)
      return SyntaxError();
    return Expect(token_.kind, value);
  }

  bool ParseItems() {
    do {
      if (!ParseItem()) return false;
    } while (Accept(","));
    return true;
  }

  bool ParseItem() {
    const SeriesToken keyword = token_;
    if (keyword.kind != TokenKind::kName) return SyntaxError();
    if (keyword.text == "samples" || keyword.text == "count") return ParseSamples();
    if (keyword.text == "timezone" || keyword.text == "tz")
      return ParseColon() && ParseText(query_.window.zone, false);
    if (keyword.text == "hostzone") return ParseHostZone();
    for (const auto& [name, member] : kTimes)
      if (keyword.text == name) return ParseColon() && ParseText(query_.window.*member, true);
    return SyntaxError();
  }

  bool ParseColon() {
    Advance();
    return Expect(":");
  }

  bool ParseSamples() {
    std::string digits;
    if (!ParseColon() || !Expect(TokenKind::kInteger, digits)) return false;
    if (query_.window.samples)
      return Invalid(Errc::kInvalidArgument,
                     fmt::format("Invalid second sample count requested - \"{}\" vs \"{}\"", digits,
                                 *query_.window.samples));
    std::uint64_t samples = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), samples).ec != std::errc())
      return Invalid(Errc::kInvalidArgument, "Invalid sample count requested - " + digits);
    query_.window.samples = samples;
    return true;
  }

  bool ParseText(std::optional<std::string>& text, bool may_be_number) {
    const bool is_number = token_.kind == TokenKind::kInteger || token_.kind == TokenKind::kDecimal;
    if (token_.kind != TokenKind::kString && !(may_be_number && is_number)) return SyntaxError();
    return Expect(token_.kind, text.emplace());
  }

  // The stamps of values have no zone, so this says nothing.
  bool ParseHostZone() {
    if (!ParseColon()) return false;
    if (token_.text != "true" && token_.text != "false") return SyntaxError();
    Advance();
    return true;
  }

  std::string_view text_;
  SeriesLexer lexer_;
  SeriesToken token_;
  SeriesQuery query_;
  Error error_;
};

}  // namespace

Result<SeriesQuery> ParseSeriesQuery(std::string_view text) { return SeriesParser(text).Parse(); }

}  // namespace fdr

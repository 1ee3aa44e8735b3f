// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/series_parser.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "fdr/replay/serve/series/language/operand_parser.h"
#include "fdr/replay/serve/series/language/series_functions.h"
#include "fdr/replay/serve/series/language/series_words.h"
#include "fdr/replay/units/units_parser.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

using Kind = SeriesToken::Kind;
using Argument = SeriesFunction::Argument;

constexpr std::size_t kLongestText = 16 << 10;
constexpr std::size_t kMostNodes = 256;
constexpr int kDeepest = 64;    // parentheses
constexpr double kWhole = 100;  // percent

// Too large a number is infinite.
double NumberOf(const std::string& digits) { return ParseNumber(digits).value; }

// An integer has the narrowest type with a sign, so that it does not change the type of a series.
void SetConstant(const SeriesToken& token, SeriesNode& node) {
  const char* const begin = token.text.data();
  std::int64_t integer = 0;
  const auto [end, error] = std::from_chars(begin, begin + token.text.size(), integer);
  if (token.kind == Kind::kInteger && error == std::errc()) {
    const bool is_short = integer <= std::numeric_limits<std::int32_t>::max();
    node.type = is_short ? Type::k32 : Type::k64;
    node.bits = static_cast<std::uint64_t>(integer);
  } else {
    node.bits = std::bit_cast<std::uint64_t>(NumberOf(token.text));
  }
}

class SeriesParser {
 public:
  explicit SeriesParser(std::string_view text) : words_(text) {}

  Result<SeriesQuery> Parse() {
    if (!ParseQuery()) return Fail(std::move(words_.error()));
    return std::move(query_);
  }

 private:
  // The functions below are false after an error.  Otherwise the last node is what they parsed.

  bool ParseQuery() {
    const bool is_parsed = words_.Is("{") ? ParseOperand({}) : ParseSeries();
    return is_parsed && (words_.Is(Kind::kEnd) || words_.SyntaxError());
  }

  std::uint32_t last() const { return static_cast<std::uint32_t>(query_.nodes.size() - 1); }
  bool IsConstant(std::uint32_t node) const { return query_.nodes[node].op == SeriesOp::kConstant; }

  bool Add(SeriesNode node) {
    if (query_.nodes.size() >= kMostNodes)
      return words_.Invalid(Errc::kTooLarge,
                            fmt::format("more than {} operands and operations", kMostNodes));
    query_.nodes.push_back(std::move(node));
    return true;
  }

  // A sum that is no constant.
  bool ParseSeries() {
    if (++depth_ > kDeepest)
      return words_.Invalid(Errc::kTooLarge, fmt::format("more than {} levels", kDeepest));
    if (!ParseSum() || (IsConstant(last()) && !words_.SyntaxError())) return false;
    --depth_;
    return true;
  }

  using Sign = std::pair<std::string_view, SeriesOp>;

  bool ParseSum() {
    return ParseChain(Sign{"+", SeriesOp::kAdd}, Sign{"-", SeriesOp::kSubtract},
                      &SeriesParser::ParseProduct);
  }

  bool ParseProduct() {
    return ParseChain(Sign{"*", SeriesOp::kMultiply}, Sign{"/", SeriesOp::kDivide},
                      &SeriesParser::ParseFactor);
  }

  // Operands that `parse` parses, with one of two signs between each two.
  bool ParseChain(const Sign& one, const Sign& other, bool (SeriesParser::*parse)()) {
    if (!(this->*parse)()) return false;
    while (words_.Is(one.first) || words_.Is(other.first)) {
      const std::uint32_t left = last();
      SeriesNode node;
      node.op = words_.Is(one.first) ? one.second : other.second;
      words_.Take();
      if (!(this->*parse)()) return false;
      if (IsConstant(left) && IsConstant(last())) return words_.SyntaxError();
      node.operands = {left, last()};
      if (!Add(std::move(node))) return false;
    }
    return true;
  }

  bool ParseFactor() {
    if (words_.Is(Kind::kInteger) || words_.Is(Kind::kDecimal)) return ParseConstant();
    if (words_.Accept("(")) return ParseSeries() && words_.Expect(")");
    if (!words_.Is(Kind::kName)) return words_.SyntaxError();
    SeriesToken name = words_.Take();
    // A blank makes a function the name of a metric.
    const SeriesFunction* const function =
        words_.Is("(") && words_.token().at == name.end ? FindSeriesFunction(name.text) : nullptr;
    return function ? ParseCall(*function) : ParseOperand(std::move(name.text));
  }

  bool ParseConstant() {
    SeriesNode node;
    node.op = SeriesOp::kConstant;
    SetConstant(words_.token(), node);
    node.text = words_.Take().text;
    return Add(std::move(node));
  }

  bool ParseCall(const SeriesFunction& function) {
    if (!words_.Expect("(") || !ParseSeries()) return false;
    SeriesNode node;
    node.op = function.op;
    node.axis = function.axis;
    node.text = function.name;
    node.operands = {last()};
    return ParseArgument(function.argument, node) && words_.Expect(")") && Add(std::move(node));
  }

  bool ParseArgument(Argument kind, SeriesNode& node) {
    if (kind == Argument::kNone || (kind == Argument::kBase && !words_.Is(","))) return true;
    if (!words_.Expect(",")) return false;
    if (kind == Argument::kUnits) return ParseUnitsOf(node);
    const bool may_be_real = kind == Argument::kBase && words_.Is(Kind::kDecimal);
    if (!words_.Expect(may_be_real ? Kind::kDecimal : Kind::kInteger, node.argument)) return false;
    node.number = NumberOf(node.argument);
    if (kind == Argument::kPercent && node.number > kWhole) return words_.SyntaxError();
    if (kind == Argument::kBase && (node.number <= 0 || node.number == 1))
      return words_.Invalid(Errc::kInvalidArgument, "no logarithm has the base " + node.argument);
    return true;
  }

  bool ParseUnitsOf(SeriesNode& node) {
    if (!words_.Expect(Kind::kString, node.argument)) return false;
    const auto units = ParseUnits(node.argument);
    if (!units) return words_.SyntaxError();
    node.units = units->units;
    return true;
  }

  bool ParseOperand(std::string name) {
    SeriesOperand operand;
    operand.name = std::move(name);
    if (words_.Is("{") && !ParseSeriesConditions(words_, operand.conditions)) return false;
    const bool has_window = words_.Is("[");
    if (has_window != has_windows_.value_or(has_window)) return words_.SyntaxError();
    has_windows_ = has_window;
    if (has_window && !ParseSeriesWindow(words_, operand.window)) return false;
    SeriesNode node;
    node.operands = {static_cast<std::uint32_t>(query_.operands.size())};
    query_.operands.push_back(std::move(operand));
    return Add(std::move(node));
  }

  SeriesWords words_;
  SeriesQuery query_;
  std::optional<bool> has_windows_;  // of the operands so far
  int depth_ = 0;
};

}  // namespace

Result<SeriesQuery> ParseSeriesQuery(std::string_view text) {
  if (text.size() > kLongestText)
    return Fail(Errc::kTooLarge,
                "an expression has at most " + std::to_string(kLongestText) + " bytes");
  return SeriesParser(text).Parse();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/quantity.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/derive/constant_parser.h"
#include "fdr/replay/units/units_parser.h"

namespace fdr {
namespace {

constexpr double kPercent = 100;

// Words that people write and PCP's units do not know.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kMoreWords = {
    {{"nsec", "nanosec"},
     {"usec", "microsec"},
     {"msec", "millisec"},
     {"mins", "min"},
     {"B", "byte"}}};

std::optional<std::string> UnitIn(const Token& token) {
  if (token.kind != TokenKind::kName) return std::nullopt;
  for (const auto& [word, unit] : kMoreWords)
    if (token.text == word) return std::string(unit);
  return ParseUnits(token.text) ? std::optional(token.text) : std::nullopt;
}

// A slash belongs to the units if a unit follows it: "10 MB / s", but not "10 MB / hinv.ncpu".
std::optional<std::string> TakeDivisor(Words& words) {
  if (!words.Is(TokenKind::kSlash)) return std::nullopt;
  Words ahead = words;
  ahead.Take();
  std::optional<std::string> unit = UnitIn(ahead.current());
  if (!unit) return std::nullopt;
  words.Take();
  words.Take();
  return unit;
}

}  // namespace

tl::expected<Node, SyntaxError> ParseQuantity(Words& words) {
  Node node = NumberNode(words.Take());
  if (words.rules() != DeriveRules::kQuantities) return node;
  if (words.TakeIf(TokenKind::kPercent)) {
    node.text += " %";
    node.number /= kPercent;
    node.is_real = node.is_quantity = true;
    return node;
  }
  if (!words.Is(TokenKind::kName)) return node;
  const std::optional<std::string> unit = UnitIn(words.current());
  if (!unit) return words.Fail("\"" + words.current().text + "\" is no unit", "");
  std::string written = words.Take().text, meant = *unit;
  const std::size_t number_end = node.text.size();
  if (const std::optional<std::string> divisor = TakeDivisor(words)) {
    written += "/" + *divisor;
    meant += " / " + *divisor;
  }
  const auto units = ParseUnits(meant);
  if (!units) return words.Fail(std::string(units.error()) + ": " + written, "");
  node.text.insert(number_end, " " + written);
  node.tags.units = units->units;
  node.number /= units->multiplier;  // not 1 if dimensions cancel out: "3 sec / min"
  node.is_real = node.is_quantity = true;
  return node;
}

}  // namespace fdr

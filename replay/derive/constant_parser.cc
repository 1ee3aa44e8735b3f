// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/constant_parser.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/units/units_parser.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

using Status = tl::expected<void, SyntaxError>;

constexpr std::array<std::pair<std::string_view, Type>, 6> kTypes = {{{"32", Type::k32},
                                                                      {"u32", Type::kU32},
                                                                      {"64", Type::k64},
                                                                      {"u64", Type::kU64},
                                                                      {"float", Type::kFloat},
                                                                      {"double", Type::kDouble}}};
constexpr std::array<std::pair<std::string_view, Semantics>, 3> kSemantics = {
    {{"counter", Semantics::kCounter},
     {"instant", Semantics::kInstant},
     {"discrete", Semantics::kDiscrete}}};

template <class Table>
auto Find(const Table& table, std::string_view word)
    -> std::optional<std::decay_t<decltype(table[0].second)>> {
  const std::string lower = ToLower(word);
  for (const auto& [name, value] : table)
    if (name == lower) return value;
  return std::nullopt;
}

// Parses "null" or "D.S".
std::optional<InDomId> ParseInDom(std::string_view text) {
  if (ToLower(text) == "null") return InDomId{};
  constexpr std::uint32_t kHighestSerial = (1u << 22) - 1;
  std::uint32_t domain = 0, serial = 0;
  const char* const end = text.data() + text.size();
  const auto [dot, bad_domain] = std::from_chars(text.data(), end, domain);
  if (bad_domain != std::errc() || dot == end || *dot != '.') return std::nullopt;
  const auto [stop, bad_serial] = std::from_chars(dot + 1, end, serial);
  if (bad_serial != std::errc() || stop != end || domain > kLastAgentDomain ||
      serial > kHighestSerial)
    return std::nullopt;
  return InDomId::Build(domain, serial);
}

// Sets the value of a tag.  Returns what is wrong with the value, or "".
std::string SetTag(std::string_view tag, const std::string& value, ConstantTags& tags) {
  if (tag == "type") {
    tags.type = Find(kTypes, value);
    return tags.type ? "" : "Unrecognized value for type '" + value + "'";
  }
  if (tag == "semantics") {
    tags.semantics = Find(kSemantics, value);
    return tags.semantics ? "" : "Unrecognized value for semantics '" + value + "'";
  }
  if (tag == "units") {
    const auto parsed = ParseUnits(value);
    if (!parsed) return "Illegal units: '" + std::string(parsed.error()) + "'";
    tags.units = parsed->units;
    return "";
  }
  if (tag == "indom") {
    tags.indom = ParseInDom(value);
    return tags.indom ? "" : "Illegal indom: '" + value + "'";
  }
  tags.meta = value;
  return "";
}

bool IsValue(const Token& token, std::string_view tag) {
  switch (token.kind) {
    case TokenKind::kName:
    case TokenKind::kString:
    case TokenKind::kInteger:
      return true;
    case TokenKind::kReal:
      return tag == "indom";
    default:
      return false;
  }
}

// Parses "tag=value, tag=value)".  Version 6 has no message for a missing tag.
Status ParseTags(Words& words, std::string_view place, Node& node) {
  std::string no_tag;
  if (words.rules() != DeriveRules::kPcp6)
    no_tag.append("metadata keyword expected to follow ").append(place);
  do {
    if (!words.Is(TokenKind::kTag)) return words.Fail(no_tag, "type, semantics or units");
    const std::string tag = words.Take().text;
    if (!words.TakeIf(TokenKind::kAssign)) return words.Fail("", "'='");
    if (!IsValue(words.current(), tag)) return words.Fail("", "a value for " + tag);
    if (std::string wrong = SetTag(tag, words.current().text, node.tags); !wrong.empty())
      return words.Fail(std::move(wrong), "");
    words.Take();
  } while (words.TakeIf(TokenKind::kComma));
  if (!words.Is(TokenKind::kClose)) return words.Fail("", "',' or ')'");
  return {};
}

std::string_view NameOf(Type type) {
  constexpr std::array<std::string_view, 6> kNames = {"32", "U32", "64", "U64", "FLOAT", "DOUBLE"};
  return kNames[static_cast<std::size_t>(type)];
}

}  // namespace

Node NumberNode(const Token& number) {
  Node node;
  node.op = Op::kConstant;
  node.text = number.text;
  node.is_real = number.kind == TokenKind::kReal;
  node.number = ParseNumber(number.text).value;  // 0 for a lone point
  return node;
}

tl::expected<Node, SyntaxError> ParseConstant(Words& words) {
  if (!words.Is(TokenKind::kInteger) && !words.Is(TokenKind::kReal))
    return words.Fail("", "a number");
  Node node = NumberNode(words.Take());
  if (!words.TakeIf(TokenKind::kComma)) return words.Fail("", "',' and type, semantics or units");
  if (Status parsed = ParseTags(words, "mkconst(type", node); !parsed)
    return tl::unexpected(std::move(parsed.error()));
  if (node.is_real && node.tags.type && IsInteger(*node.tags.type))
    return words.Fail("Incompatible floating point constant and type '" +
                          std::string(NameOf(*node.tags.type)) + "'",
                      "");
  words.Take();
  return node;
}

tl::expected<Node, SyntaxError> ParseNoValue(Words& words) {
  Node node;
  node.op = Op::kNoValue;
  if (!words.Is(TokenKind::kClose))
    if (Status parsed = ParseTags(words, "novalue(", node); !parsed)
      return tl::unexpected(std::move(parsed.error()));
  words.Take();
  return node;
}

tl::expected<Node, SyntaxError> ParseAnonymous(Words& words) {
  constexpr std::string_view kPrefix = "PM_TYPE_";
  const auto wrong = [&] {
    return words.Fail("Metric name expected to follow anon(", "PM_TYPE_32 ... PM_TYPE_DOUBLE");
  };
  if (!words.Is(TokenKind::kName)) return wrong();
  const Token name = words.Take();
  if (!words.Is(TokenKind::kClose)) return wrong();
  Node node;
  node.op = Op::kAnon;
  for (const auto& [word, type] : kTypes)
    if (name.text == std::string(kPrefix).append(NameOf(type))) node.tags.type = type;
  if (!node.tags.type)
    return tl::unexpected(
        SyntaxError{name.start, "type=" + name.text + " not allowed for anon()", {}});
  words.Take();
  return node;
}

}  // namespace fdr

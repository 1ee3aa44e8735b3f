// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/json_text.h"

#include <charconv>
#include <optional>

#include "fdr/replay/text/utf8.h"

namespace fdr {
namespace {

constexpr std::size_t kHexDigits = 4;

// The four digits behind "\u".
std::optional<char32_t> TakeUnit(std::string_view& rest) {
  std::uint32_t unit = 0;
  const char* const end = rest.data() + std::min(rest.size(), kHexDigits);
  const auto [at, error] = std::from_chars(rest.data(), end, unit, 16);
  if (error != std::errc() || at != rest.data() + kHexDigits) return std::nullopt;
  rest.remove_prefix(kHexDigits);
  return unit;
}

// One character, or two halves of one.  A half alone becomes U+FFFD.
std::optional<char32_t> TakeCharacter(std::string_view& rest) {
  constexpr char32_t kReplacement = 0xfffd;
  const std::optional<char32_t> first = TakeUnit(rest);
  if (!first || *first < 0xd800 || *first > 0xdfff) return first;
  if (*first > 0xdbff || !rest.starts_with("\\u")) return kReplacement;
  std::string_view behind = rest.substr(2);
  const std::optional<char32_t> second = TakeUnit(behind);
  if (!second || *second < 0xdc00 || *second > 0xdfff) return kReplacement;
  rest = behind;
  return 0x10000 + ((*first - 0xd800) << 10) + (*second - 0xdc00);
}

char Unescaped(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

}  // namespace

std::string UnquotedJson(std::string_view json) {
  if (json.size() < 2 || json.front() != '"' || json.back() != '"') return std::string(json);
  std::string_view rest = json.substr(1, json.size() - 2);
  std::string text;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c != '\\' || rest.empty()) {
      text += c;
      continue;
    }
    const char kind = rest.front();
    rest.remove_prefix(1);
    if (kind != 'u') {
      text += Unescaped(kind);
      continue;
    }
    const std::optional<char32_t> character = TakeCharacter(rest);
    if (!character) return std::string(json);
    AppendUtf8(*character, text);
  }
  return text;
}

}  // namespace fdr

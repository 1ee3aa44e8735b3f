// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

bool StaysInLines(char c) { return c == '\n' || c == '\t'; }

// Most characters are plain.
bool IsPlain(char c) { return c >= 0x20 && c < 0x7f; }

void AppendEscaped(std::string_view character, std::string& out) {
  if (character.size() > 1)
    fmt::format_to(std::back_inserter(out), "\\u{:04x}",
                   static_cast<std::uint32_t>(CodePoint(character)));
  else
    fmt::format_to(std::back_inserter(out), "\\x{:02x}",
                   static_cast<unsigned char>(character.front()));
}

// Keeps the prefixes whose length `stays` returns, and escapes the rest.
template <class Stays>
std::string Escaped(std::string_view text, Stays stays) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto odd = std::find_if_not(text.begin(), text.end(), IsPlain);
    out.append(text.begin(), odd);
    text.remove_prefix(static_cast<std::size_t>(odd - text.begin()));
    if (text.empty()) break;
    const std::size_t kept = stays(text);
    const std::string_view next = kept > 0 ? text.substr(0, kept) : FirstCharacter(text);
    if (kept > 0 || (Utf8Length(next) > 0 && !IsObeyed(CodePoint(next))))
      out += next;
    else
      AppendEscaped(next, out);
    text.remove_prefix(next.size());
  }
  return out;
}

}  // namespace

bool IsObeyed(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x206f);
}

std::string Printable(std::string_view text) {
  return Escaped(text, [](std::string_view) { return std::size_t{0}; });
}

std::string PrintableLines(std::string_view text) {
  return Escaped(text, [](std::string_view rest) {
    return StaysInLines(rest.front()) ? std::size_t{1} : std::size_t{0};
  });
}

std::string PrintableDrawing(std::string_view text) {
  return Escaped(text, [](std::string_view rest) {
    return StaysInLines(rest.front()) ? std::size_t{1} : ScreenCodeLength(rest);
  });
}

}  // namespace fdr::tools

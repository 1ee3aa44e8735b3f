// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/tools/hostile_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::test {
namespace {

// Follows each sequence in a hostile text that fdr itself could have sent.
constexpr std::string_view kForged = "FORGED";

std::string Escapes() {
  std::string text = "esc \x1b[35mred\x1b[2J\x1b]0;title\x07\x1bP+q\x1b\\";
  for (const std::string_view code : {tools::kBold, tools::kReset, tools::kEnterScreen,
                                      tools::kEraseLine, tools::kSeriesColors[0].code})
    text += std::string(code) + std::string(kForged);
  return text;
}

std::string Ascii() {
  std::string text = "C0 ";
  for (char c = 1; c < 0x20; ++c)
    if (c != '\n' && c != '\t') text += c;
  return text + '\x7f';
}

std::string C1(bool utf8) {
  std::string text = utf8 ? "C1 " : "8bit ";
  for (int c = 0x80; c < 0xa0; ++c) {
    if (utf8) text += '\xc2';
    text += static_cast<char>(c);
  }
  return text;
}

// Whether a terminal does more with a character than show it.  Repeats fdr's rule on purpose.
bool IsHarmful(char32_t c) {
  constexpr std::array<std::pair<char32_t, char32_t>, 6> kHarmful = {{{0x00, 0x1f},
                                                                      {0x7f, 0x9f},
                                                                      {0x61c, 0x61c},
                                                                      {0x200e, 0x200f},
                                                                      {0x202a, 0x202e},
                                                                      {0x2066, 0x2069}}};
  return std::ranges::any_of(
      kHarmful, [c](const auto& range) { return range.first <= c && c <= range.second; });
}

// The text at this place and before it, in readable form.
std::string Place(const std::string& screen, std::size_t at) {
  std::string text;
  for (const char c : screen.substr(at - std::min<std::size_t>(at, 60), 70)) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view kHex = "0123456789abcdef";
    if (byte >= 0x20 && byte < 0x7f)
      text += c;
    else
      text += {'<', kHex[byte >> 4], kHex[byte & 15], '>'};
  }
  return text;
}

}  // namespace

const std::vector<std::string>& HostileTexts() {
  static const std::vector<std::string> texts = {
      Escapes(),
      Ascii(),
      C1(true),
      C1(false),
      "bidi \u202a\u202b\u202c\u202d\u202e \u2066\u2067\u2068\u2069 \u200e\u200f \u061c",
      "bytes \xff \xc0\x9b \xe2\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xf0\x9f",
  };
  return texts;
}

std::string HostileName() {
  return "n\x1b[35m\x1b]0;t\x07\x01\r\x7f\u009b31m\x9b\x90\u202e\u2066\u200f\u061c\xff\xe2\x80z";
}

std::string TroubleOnScreen(const std::string& screen) {
  for (std::size_t at = 0; at < screen.size();) {
    const std::string_view rest = std::string_view(screen).substr(at);
    if (const std::size_t code = tools::ScreenCodeLength(rest); code > 0) {
      if (rest.substr(code).starts_with(kForged)) return "forged: " + Place(screen, at);
      at += code;
      continue;
    }
    // The terminal itself turns the end of a line into two characters.
    const std::size_t end = rest.starts_with("\r\n") ? 2 : rest[0] == '\n' || rest[0] == '\t';
    const std::size_t length = end > 0 ? end : Utf8Length(rest);
    if (length == 0) return "no UTF-8: " + Place(screen, at);
    if (end == 0 && IsHarmful(CodePoint(rest.substr(0, length))))
      return "harmful: " + Place(screen, at);
    at += length;
  }
  return "";
}

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/utf8.h"

#include <algorithm>

namespace fdr {

std::size_t Utf8Length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0);
  std::size_t length = 0;
  unsigned low = 0x80,
           high = 0xbf;  // of the second byte: rules out overlong forms, surrogates, > U+10FFFF
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) length = 2;
  if (first >= 0xe0 && first <= 0xef) length = 3;
  if (first >= 0xf0 && first <= 0xf4) length = 4;
  if (first == 0xe0) low = 0xa0;
  if (first == 0xed) high = 0x9f;
  if (first == 0xf0) low = 0x90;
  if (first == 0xf4) high = 0x8f;
  if (length == 0 || byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  return length;
}

bool IsUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string_view FirstCharacter(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(Utf8Length(text), 1));
}

char32_t CodePoint(std::string_view sequence) {
  const auto first = static_cast<unsigned char>(sequence[0]);
  if (sequence.size() == 1) return first;
  char32_t c = first & (0x7fu >> sequence.size());
  for (const char next : sequence.substr(1)) c = c << 6 | (static_cast<unsigned char>(next) & 0x3f);
  return c;
}

void AppendUtf8(char32_t character, std::string& out) {
  const auto add = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (character < 0x80) {
    add(character);
    return;
  }
  if (character < 0x800) {
    add(0xc0 | character >> 6);
  } else if (character < 0x10000) {
    add(0xe0 | character >> 12);
    add(0x80 | (character >> 6 & 0x3f));
  } else {
    add(0xf0 | character >> 18);
    add(0x80 | (character >> 12 & 0x3f));
    add(0x80 | (character >> 6 & 0x3f));
  }
  add(0x80 | (character & 0x3f));
}

std::string RepairedUtf8(std::string_view text) {
  std::string repaired;
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    if (length == 0)
      AppendUtf8(0xfffd, repaired);
    else
      repaired += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return repaired;
}

std::size_t WholeCharacters(std::string_view text) {
  constexpr std::size_t kLongest = 4;
  for (std::size_t n = 1; n < kLongest && n <= text.size(); ++n) {
    const auto byte = static_cast<unsigned char>(text[text.size() - n]);
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;  // a later byte of a sequence
    return Utf8Length(text.substr(text.size() - n)) == n ? text.size() : text.size() - n;
  }
  return text.size();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How well a text has a word.

#pragma once

#include <cstdint>
#include <string_view>

namespace fdr {

enum class WordMatch : std::uint8_t { kNone, kPart, kStart, kWhole };

constexpr bool IsSmallLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// Both in small letters.  A word ends at any other character: "read" is one in "disk.read_bytes".
inline WordMatch MatchIn(std::string_view text, std::string_view word) {
  WordMatch best = WordMatch::kNone;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool is_start = at == 0 || !IsSmallLetterOrDigit(text[at - 1]);
    if (is_start && (end == text.size() || !IsSmallLetterOrDigit(text[end])))
      return WordMatch::kWhole;
    if (best != WordMatch::kStart) best = is_start ? WordMatch::kStart : WordMatch::kPart;
  }
  return best;
}

}  // namespace fdr

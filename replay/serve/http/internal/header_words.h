// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a header, which commas or semicolons separate.  Letters are those of ASCII.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace fdr {

inline char SmallLetter(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

inline std::string InSmallLetters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), SmallLetter);
  return small;
}

inline bool IsSameWord(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, SmallLetter, SmallLetter);
}

/// Without blanks at its ends.
inline std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

/// Whether `is_it` holds for a word.
template <class IsIt>
bool AnyWord(std::string_view text, char separator, IsIt is_it) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (is_it(Trimmed(text.substr(0, end)))) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace fdr

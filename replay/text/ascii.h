// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Character classes as in the C locale, whatever the program's locale is.

#pragma once

#include <string>
#include <string_view>

namespace fdr {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool IsPrintable(char c) { return c >= ' ' && c <= '~'; }
constexpr char ToLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string ToLower(std::string_view text) {
  std::string lower;
  for (const char c : text) lower += ToLower(c);
  return lower;
}

/// Returns the number of blanks at the start of `text`.
constexpr std::size_t CountBlanks(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && IsSpace(text[n])) ++n;
  return n;
}

/// Returns `text` without blanks around it.
constexpr std::string_view Trimmed(std::string_view text) {
  text.remove_prefix(CountBlanks(text));
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace fdr

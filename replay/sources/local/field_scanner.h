// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the lines, words and numbers of the kernel's text files, never past their end.

#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace fdr::local {

/// Borrows the text.
class FieldScanner {
 public:
  explicit FieldScanner(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  /// The text up to the end of the line, or of the whole text.
  std::string_view Line() {
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return line;
  }

  /// The next word between blanks; "" at the end.
  std::string_view Word() {
    SkipBlanks();
    std::size_t n = 0;
    while (n < rest_.size() && !IsBlank(rest_[n])) ++n;
    const std::string_view word = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return word;
  }

  /// The text up to a character, which is skipped; false, without any effect, if it does not occur.
  bool UpTo(char c, std::string_view& text) {
    const std::size_t at = rest_.find(c);
    if (at == std::string_view::npos) return false;
    text = rest_.substr(0, at);
    rest_.remove_prefix(at + 1);
    return true;
  }

  /// Skips blanks, and then `prefix` if it comes next; true if it did.
  bool Skip(std::string_view prefix) {
    SkipBlanks();
    if (!rest_.starts_with(prefix)) return false;
    rest_.remove_prefix(prefix.size());
    return true;
  }

  /// A 64-bit integer of either sign, modulo 2^64.  False if there is no number; nothing is taken
  /// then.
  bool Number(std::uint64_t& value) {
    SkipBlanks();
    const bool negative = rest_.starts_with('-');
    std::size_t n = negative ? 1 : 0;
    std::uint64_t number = 0;
    const std::size_t first = n;
    for (; n < rest_.size() && IsDigit(rest_[n]); ++n)
      number = number * 10 + static_cast<std::uint64_t>(rest_[n] - '0');
    if (n == first) return false;
    rest_.remove_prefix(n);
    value = negative ? 0 - number : number;
    return true;
  }

  /// The same without a sign, in another base.  Also false if the number is too large.
  bool Number(std::uint64_t& value, int base) {
    SkipBlanks();
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, base);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

  bool Real(double& value) {
    SkipBlanks();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return true;
  }

  void SkipBlanks() {
    std::size_t n = 0;
    while (n < rest_.size() && IsBlank(rest_[n])) ++n;
    rest_.remove_prefix(n);
  }

 private:
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  static bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

  std::string_view rest_;
};

/// The text without blanks and line ends around it.
inline std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

}  // namespace fdr::local

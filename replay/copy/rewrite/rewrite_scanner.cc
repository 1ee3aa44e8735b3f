// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/rewrite_scanner.h"

#include <limits>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::size_t kLongestString = 65535;

}  // namespace

void RewriteScanner::SkipBlanks() {
  while (at_ < rest_.size()) {
    if (rest_[at_] == '#') {
      at_ = std::min(rest_.find('\n', at_), rest_.size());
    } else if (IsSpace(rest_[at_])) {
      ++at_;
    } else {
      return;
    }
  }
}

bool RewriteScanner::Take(std::string_view sign) {
  if (!Sees(sign)) return false;
  at_ += sign.size();
  SkipBlanks();
  return true;
}

bool RewriteScanner::SeesWord() const {
  return !AtEnd() && (IsAlpha(rest_[at_]) || IsDigit(rest_[at_]));
}

// "-" before ">" is an arrow.
std::string_view RewriteScanner::Word(bool with_equals) const {
  std::size_t end = at_;
  while (end < rest_.size()) {
    const char c = rest_[end];
    const bool is_arrow = c == '-' && end + 1 < rest_.size() && rest_[end + 1] == '>';
    const bool belongs = IsAlpha(c) || IsDigit(c) || c == '_' || c == '.' ||
                         (c == '-' && !is_arrow) || (c == '=' && with_equals);
    if (!belongs) break;
    ++end;
  }
  return rest_.substr(at_, end - at_);
}

bool RewriteScanner::TakeKeyword(std::string_view keyword) {
  std::size_t end = at_;
  while (end < rest_.size() && (IsAlpha(rest_[end]) || IsDigit(rest_[end]) || rest_[end] == '_'))
    ++end;
  if (end - at_ != keyword.size()) return false;
  for (std::size_t i = 0; i < keyword.size(); ++i)
    if (ToLower(rest_[at_ + i]) != keyword[i]) return false;
  at_ = end;
  SkipBlanks();
  return true;
}

std::optional<std::string> RewriteScanner::TakeName() {
  const std::string_view word = Word(true);
  if (word.empty() || !IsAlpha(word.front())) return std::nullopt;
  at_ += word.size();
  SkipBlanks();
  return std::string(word);
}

std::optional<std::string> RewriteScanner::TakeHost() {
  const std::string_view word = Word(false);
  if (word.empty()) return std::nullopt;
  at_ += word.size();
  SkipBlanks();
  return std::string(word);
}

std::optional<std::uint64_t> RewriteScanner::TakeNumber() {
  if (AtEnd() || !IsDigit(rest_[at_])) return std::nullopt;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t number = 0;
  for (; at_ < rest_.size() && IsDigit(rest_[at_]); ++at_) {
    const auto digit = static_cast<std::uint64_t>(rest_[at_] - '0');
    number = number > (kMost - digit) / 10 ? kMost : number * 10 + digit;
  }
  // "1.2" is one word.
  if (!SeesDot()) SkipBlanks();
  return number;
}

std::optional<std::string> RewriteScanner::TakeFraction() {
  if (!SeesDot()) return std::nullopt;
  const std::size_t start = ++at_;
  while (at_ < rest_.size() && IsDigit(rest_[at_])) ++at_;
  std::string digits(rest_.substr(start, at_ - start));
  SkipBlanks();
  return digits;
}

bool RewriteScanner::TakeStar() {
  if (AtEnd() || rest_[at_] != '*') return false;
  ++at_;
  if (!SeesDot()) SkipBlanks();
  return true;
}

bool RewriteScanner::SeesString(Quotes quotes) const {
  return Sees("\"") || (quotes == Quotes::kPattern && Sees("/"));
}

Result<std::string> RewriteScanner::TakeString(Quotes quotes) {
  const std::size_t start = at_;
  const char quote = rest_[at_++];
  const bool is_long = quotes == Quotes::kText || quotes == Quotes::kJson;
  const bool has_escapes = is_long || quotes == Quotes::kPattern;
  std::string text;
  for (; at_ < rest_.size() && rest_[at_] != quote; ++at_) {
    char c = rest_[at_];
    if (c == '\n' && !is_long) break;
    if (c == '\0') return text_.Complain(at_, "a NUL character in a string");
    if (c == '\\' && has_escapes && at_ + 1 < rest_.size()) {
      const char next = rest_[at_ + 1];
      const bool is_dropped = quotes == Quotes::kText ? next == '"' || next == '\\'
                                                      : quotes == Quotes::kPattern && next == quote;
      if (!is_dropped) text += c;
      c = next;
      ++at_;
    }
    text += c;
    if (text.size() > kLongestString) return text_.Complain(start, "this string is too long");
  }
  if (at_ == rest_.size() || rest_[at_] != quote)
    return text_.Complain(start, std::string("the closing ") + quote + " is missing");
  ++at_;
  SkipBlanks();
  return text;
}

}  // namespace fdr

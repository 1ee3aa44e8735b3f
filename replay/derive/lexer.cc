// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/lexer.h"

#include <array>
#include <utility>

#include "fdr/replay/derive/functions.h"
#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

constexpr std::uint64_t kLargestInteger = 0xffffffff;

bool BeginsNumber(char c) { return IsDigit(c) || c == '.'; }
bool GoesOnInName(char c) { return IsAlpha(c) || IsDigit(c) || c == '_' || c == '.'; }

bool FitsInteger(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits) {
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    if (value > kLargestInteger) return false;
  }
  return true;
}

bool IsTag(std::string_view word, DeriveRules rules) {
  if (word == "type" || word == "semantics" || word == "units") return true;
  return rules != DeriveRules::kPcp6 && (word == "indom" || word == "meta");
}

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

// Longer spellings first.
constexpr std::array<Spelling, 19> kSpellings = {{{"<=", TokenKind::kLessEqual},
                                                  {"==", TokenKind::kEqual},
                                                  {">=", TokenKind::kGreaterEqual},
                                                  {"!=", TokenKind::kNotEqual},
                                                  {"&&", TokenKind::kAnd},
                                                  {"||", TokenKind::kOr},
                                                  {"+", TokenKind::kPlus},
                                                  {"-", TokenKind::kMinus},
                                                  {"*", TokenKind::kStar},
                                                  {"/", TokenKind::kSlash},
                                                  {"<", TokenKind::kLess},
                                                  {">", TokenKind::kGreater},
                                                  {"!", TokenKind::kNot},
                                                  {"?", TokenKind::kQuestion},
                                                  {":", TokenKind::kColon},
                                                  {"(", TokenKind::kOpen},
                                                  {")", TokenKind::kClose},
                                                  {",", TokenKind::kComma},
                                                  {"=", TokenKind::kAssign}}};

}  // namespace

Token Lexer::Next() {
  at_ += CountBlanks(text_.substr(at_));
  if (at_ == text_.size()) return {TokenKind::kEnd, text_.empty() ? 0 : text_.size() - 1, {}};
  const char c = text_[at_];
  if (BeginsNumber(c)) return Number();
  if (IsAlpha(c)) return Name();
  if (c == '"') return String();
  if (c == '[') return Escaped(TokenKind::kInstance, ']', "unterminated instance name");
  if (c == '/' && expects_pattern_)
    return Escaped(TokenKind::kPattern, '/', "unterminated pattern");
  return Operator();
}

Token Lexer::Bad(std::size_t start, const char* why) const { return {TokenKind::kBad, start, why}; }

// Takes digits, perhaps with one point among them.
Token Lexer::Number() {
  const std::size_t start = at_;
  bool is_real = false;
  for (; at_ < text_.size() && BeginsNumber(text_[at_]); ++at_) {
    if (text_[at_] != '.') continue;
    if (is_real) break;
    is_real = true;
  }
  const std::string_view digits = text_.substr(start, at_ - start);
  if (!is_real && !FitsInteger(digits)) return Bad(start, "Constant value too large");
  return {is_real ? TokenKind::kReal : TokenKind::kInteger, start, std::string(digits)};
}

Token Lexer::Name() {
  const std::size_t start = at_;
  while (at_ < text_.size() && GoesOnInName(text_[at_])) ++at_;
  std::string word(text_.substr(start, at_ - start));
  if (at_ < text_.size() && text_[at_] == '(' && FindFunction(word, rules_)) {
    ++at_;
    return {TokenKind::kFunction, start, std::move(word)};
  }
  const TokenKind kind = IsTag(word, rules_) ? TokenKind::kTag : TokenKind::kName;
  return {kind, start, std::move(word)};
}

Token Lexer::String() {
  const std::size_t start = at_, end = text_.find('"', at_ + 1);
  if (end == text_.npos) return Bad(start, "unterminated STRING");
  at_ = end + 1;
  return {TokenKind::kString, start, std::string(text_.substr(start + 1, end - start - 1))};
}

// Takes the text up to `end`.  A backslash makes the next character literal.
Token Lexer::Escaped(TokenKind kind, char end, const char* unterminated) {
  Token token{kind, at_, {}};
  for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
    if (text_[i] == end) {
      at_ = i + 1;
      return token;
    }
    if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
    token.text += text_[i];
  }
  return Bad(at_, unterminated);
}

Token Lexer::Operator() {
  const std::string_view rest = text_.substr(at_);
  if (rules_ == DeriveRules::kQuantities && rest.starts_with('%'))
    return {TokenKind::kPercent, at_++, "%"};
  for (const auto& [text, kind] : kSpellings) {
    if (!rest.starts_with(text)) continue;
    const std::size_t start = std::exchange(at_, at_ + text.size());
    return {kind, start, std::string(text)};
  }
  return Bad(at_, "Illegal character");
}

}  // namespace fdr

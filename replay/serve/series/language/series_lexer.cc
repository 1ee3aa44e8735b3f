// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/series_lexer.h"

#include <array>

#include "fdr/replay/text/ascii.h"

namespace fdr {
namespace {

using TokenKind = SeriesToken::Kind;

// A sign of two characters stands before those that it begins with.
constexpr std::array<std::string_view, 23> kSigns = {"==", "!=", "=~", "!~", "~~", "<=", ">=", "&&",
                                                     "||", "<",  ">",  "{",  "}",  "[",  "]",  "(",
                                                     ")",  ":",  ",",  "+",  "-",  "*",  "/"};

constexpr bool BeginsName(char c) { return IsAlpha(c) || c == '_'; }

constexpr bool ContinuesWord(char c) { return BeginsName(c) || IsDigit(c) || c == '.'; }

constexpr bool ContinuesName(char c) { return ContinuesWord(c) || c == '*'; }

template <class Belongs>
std::size_t LengthOf(std::string_view text, Belongs belongs) {
  std::size_t n = 0;
  while (n < text.size() && belongs(text[n])) ++n;
  return n;
}

}  // namespace

SeriesToken SeriesLexer::Next() {
  at_ += CountBlanks(text_.substr(at_));
  const std::string_view rest = text_.substr(at_);
  if (rest.empty())
    return {TokenKind::kEnd, text_.empty() ? 0 : text_.size() - 1, text_.size(), {}};
  if (rest[0] == '"') return TakeString();
  if (IsDigit(rest[0])) return TakeNumber();
  if (BeginsName(rest[0])) return Take(TokenKind::kName, LengthOf(rest, ContinuesName));
  for (const std::string_view sign : kSigns)
    if (rest.starts_with(sign)) return Take(TokenKind::kSign, sign.size());
  return Take(TokenKind::kInvalid, 1);
}

SeriesToken SeriesLexer::Take(TokenKind kind, std::size_t length) {
  SeriesToken token{kind, at_, at_ + length, std::string(text_.substr(at_, length))};
  at_ += length;
  return token;
}

// A backslash stays, so that regular expressions are written as they are; only \" is a quote.
SeriesToken SeriesLexer::TakeString() {
  SeriesToken token{TokenKind::kString, at_, 0, {}};
  for (std::size_t i = at_ + 1; i < text_.size(); ++i) {
    if (text_[i] == '"') {
      token.end = at_ = i + 1;
      return token;
    }
    if (text_.substr(i, 2) == "\\\"") ++i;
    token.text += text_[i];
  }
  return Take(TokenKind::kInvalid, text_.size() - at_);
}

// "10s" is neither a number nor a name, but "2*x" is a product.
SeriesToken SeriesLexer::TakeNumber() {
  const std::string_view rest = text_.substr(at_);
  std::size_t length = LengthOf(rest, IsDigit);
  TokenKind kind = TokenKind::kInteger;
  if (length + 1 < rest.size() && rest[length] == '.' && IsDigit(rest[length + 1])) {
    kind = TokenKind::kDecimal;
    length += 1 + LengthOf(rest.substr(length + 1), IsDigit);
  }
  const std::size_t tail = LengthOf(rest.substr(length), ContinuesWord);
  return tail == 0 ? Take(kind, length) : Take(TokenKind::kInvalid, length + tail);
}

}  // namespace fdr

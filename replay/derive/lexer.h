// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Cuts the text of an expression over metrics into words.  Their rules: docs/guide/derived.md.

#pragma once

#include <string_view>

#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/token.h"

namespace fdr {

/// Borrows the text.
class Lexer {
 public:
  explicit Lexer(std::string_view text, DeriveRules rules) : text_(text), rules_(rules) {}

  /// After the last word, returns kEnd again and again.  As in PCP, the place of kEnd is the last
  /// character.
  Token Next();

  /// Whether a slash begins a pattern.
  void ExpectPattern(bool expected) { expects_pattern_ = expected; }

 private:
  Token Bad(std::size_t start, const char* why) const;
  Token Number();
  Token Name();
  Token String();
  Token Escaped(TokenKind kind, char end, const char* unterminated);
  Token Operator();

  std::string_view text_;
  DeriveRules rules_;
  std::size_t at_ = 0;
  bool expects_pattern_ = false;
};

}  // namespace fdr

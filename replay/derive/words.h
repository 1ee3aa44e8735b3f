// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of an expression, read one ahead, and errors about them.

#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "fdr/replay/derive/expression_error.h"
#include "fdr/replay/derive/lexer.h"

namespace fdr {

/// Borrows the text.
class Words {
 public:
  Words(std::string_view text, DeriveRules rules)
      : rules_(rules), lexer_(text, rules), current_(lexer_.Next()) {}

  DeriveRules rules() const { return rules_; }
  const Token& current() const { return current_; }
  bool Is(TokenKind kind) const { return current_.kind == kind; }

  /// Returns the current word, and moves to the next.
  Token Take() {
    Token taken = std::move(current_);
    current_ = lexer_.Next();
    return taken;
  }
  /// Takes the current word if it is of this kind.
  bool TakeIf(TokenKind kind) {
    if (!Is(kind)) return false;
    Take();
    return true;
  }
  /// Take(), and whether a slash after the word begins a pattern.
  Token TakeBefore(bool pattern) {
    lexer_.ExpectPattern(pattern);
    return Take();
  }

  /// The error that the current word does not fit, or that it is not a valid word at all.
  tl::unexpected<SyntaxError> Fail(std::string text, std::string expected) const {
    if (Is(TokenKind::kBad)) return FailBad();
    return tl::unexpected<SyntaxError>(
        SyntaxError{current_.start, std::move(text), std::move(expected)});
  }

 private:
  tl::unexpected<SyntaxError> FailBad() const {
    return tl::unexpected<SyntaxError>(SyntaxError{current_.start, current_.text, {}});
  }

  DeriveRules rules_;
  Lexer lexer_;
  Token current_;
};

}  // namespace fdr

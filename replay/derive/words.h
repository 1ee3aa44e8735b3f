// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of an expression, one ahead, and what is wrong with them.

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

  /// The current word, behind which the next is current.
  Token Take() {
    Token taken = std::move(current_);
    current_ = lexer_.Next();
    return taken;
  }
  /// Whether that was it.
  bool TakeIf(TokenKind kind) {
    if (!Is(kind)) return false;
    Take();
    return true;
  }
  /// Take(), with a slash behind it that begins a pattern, or does not.
  Token TakeBefore(bool pattern) {
    lexer_.ExpectPattern(pattern);
    return Take();
  }

  /// That the current word does not fit.  If it is none at all, that is what is wrong.
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

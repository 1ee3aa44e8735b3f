// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of an expression of /series/query, one after the other, and what is wrong with them.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/series/language/series_lexer.h"
#include "fdr/replay/text/caret.h"

namespace fdr {

/// Functions that return a bool are false after an error, which error() then is.
class SeriesWords {
 public:
  using Kind = SeriesToken::Kind;

  /// Borrows the text.
  explicit SeriesWords(std::string_view text) : text_(text), lexer_(text), token_(lexer_.Next()) {}

  const SeriesToken& token() const { return token_; }
  bool Is(Kind kind) const { return token_.kind == kind; }
  bool Is(std::string_view sign) const { return token_.Is(sign); }

  SeriesToken Take() { return std::exchange(token_, lexer_.Next()); }
  /// Takes this sign, if it stands here.
  bool Accept(std::string_view sign) {
    if (!Is(sign)) return false;
    Take();
    return true;
  }
  bool Expect(std::string_view sign) { return Accept(sign) || SyntaxError(); }
  bool Expect(Kind kind, std::string& text) {
    if (!Is(kind)) return SyntaxError();
    text = Take().text;
    return true;
  }

  bool SyntaxError() {
    error_ = CaretError(text_, token_.at, "syntax error");
    error_.what.insert(0, "cannot parse given string\n\n");
    return false;
  }
  bool Invalid(Errc code, std::string what) {
    error_ = {.code = code, .what = std::move(what), .file = {}};
    return false;
  }
  Error& error() { return error_; }

 private:
  std::string_view text_;
  SeriesLexer lexer_;
  SeriesToken token_;
  Error error_;
};

}  // namespace fdr

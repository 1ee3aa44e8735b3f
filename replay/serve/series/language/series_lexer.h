// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words and signs of an expression of /series/query.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fdr {

struct SeriesToken {
  enum class Kind : std::uint8_t {
    kName,     ///< letters, digits, and . _ *, beginning with a letter or _
    kInteger,  ///< digits
    kDecimal,  ///< digits with a point
    kString,   ///< in double quotes; `text` is what they enclose
    kSign,     ///< one of { } [ ] ( ) : , + - * / == != =~ !~ ~~ < <= > >= && ||
    kInvalid,  ///< anything else
    kEnd,
  };

  Kind kind = Kind::kEnd;
  std::size_t at = 0;   ///< where it begins; at the end, the place of the last character
  std::size_t end = 0;  ///< behind it
  std::string text;

  bool Is(std::string_view sign) const { return kind == Kind::kSign && text == sign; }
};

class SeriesLexer {
 public:
  /// Borrows the text.
  explicit SeriesLexer(std::string_view text) : text_(text) {}

  SeriesToken Next();

 private:
  SeriesToken Take(SeriesToken::Kind kind, std::size_t length);
  SeriesToken TakeString();
  SeriesToken TakeNumber();

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a configuration, without its comments.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

struct ConfigToken {
  enum class Kind : std::uint8_t {
    kEnd,
    kWord,    ///< a letter, then letters, digits, underscores and dots
    kNumber,  ///< digits
    kString,  ///< `text` is what stands between the quotes, never empty
    kPunctuation,
  };

  Kind kind = Kind::kEnd;
  std::string_view text;
  std::size_t line = 0;    ///< an index into the lines of the text; at the end, one past the last
  std::size_t column = 0;  ///< of the first character, from 0
  bool glued = false;      ///< No blank stands before it.

  bool Is(std::string_view punctuation) const {
    return kind == Kind::kPunctuation && text == punctuation;
  }
  bool IsWord(std::string_view word) const { return kind == Kind::kWord && text == word; }
};

/// Borrows the text; the tokens point into it.
class ConfigTokens {
 public:
  explicit ConfigTokens(const PreprocessedText& text) : text_(text) {}

  /// At the end of the text, returns kEnd again and again.
  Result<ConfigToken> Next();

  /// Takes all characters that can belong to a host name or address as one word: "10.1.*",
  /// "fe80::", "unix:/path".
  Result<ConfigToken> NextHost();

  /// The complaint about a token, or about the end of the text.
  Error Complain(const ConfigToken& token, std::string_view complaint) const;

 private:
  std::string_view Line() const { return text_.TextOf(text_.lines[line_]); }
  /// Moves to the first character of the next token; false at the end.
  bool SkipBlanks();
  ConfigToken Take(ConfigToken::Kind kind, std::size_t length);

  const PreprocessedText& text_;
  std::size_t line_ = 0, column_ = 0;
  bool glued_ = false;
};

}  // namespace fdr

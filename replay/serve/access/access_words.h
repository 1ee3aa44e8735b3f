// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of an [access] section: docs/serve-access.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

struct AccessWord {
  enum class Kind : std::uint8_t {
    kEnd,
    kWord,
    kQuoted,  ///< `text` is what stands between the quotes
    kSign,    ///< one of []{}:;,
  };

  Kind kind = Kind::kEnd;
  std::string_view text;
  std::size_t line = 0;    ///< an index
  std::size_t column = 0;  ///< of its first character, from 0

  bool IsSign(char sign) const { return kind == Kind::kSign && text[0] == sign; }
  /// In any case: "allow" is also "Allow".
  bool IsKeyword(std::string_view word) const;
};

/// Whether the text has a line "[access]".
bool HasAccessSection(std::string_view text);

/// Borrows the text, to which the words point.
class AccessWords {
 public:
  /// `text` is all of a pmcd.conf, or statements without a line "[access]".
  AccessWords(std::string_view text, std::string file);

  /// At the end of the text, returns kEnd again and again.
  Result<AccessWord> Next();

  TextPlace PlaceOf(const AccessWord& word) const;
  Error Complain(const AccessWord& word, std::string_view complaint) const;

 private:
  bool SkipBlanks();
  AccessWord Take(AccessWord::Kind kind, std::size_t length);

  std::string file_;
  std::vector<std::string_view> lines_;
  std::size_t line_ = 0, column_ = 0;
};

}  // namespace fdr

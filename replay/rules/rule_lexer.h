// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Cuts a file of rules into words, with the texts of macros in the places of their names.

#pragma once

#include "fdr/replay/rules/rule_characters.h"
#include "fdr/replay/rules/rule_token.h"

namespace fdr {

/// Borrows both.
class RuleLexer {
 public:
  RuleLexer(const RuleText& text, const RuleMacros& macros)
      : text_(text), characters_(text, macros) {}

  /// After the last word, returns kEnd again and again.
  Result<RuleToken> Next();

 private:
  Result<void> SkipBlanks();
  Result<void> SkipComment();
  Result<RuleToken> MacroNumber();
  Result<RuleToken> Number();
  Result<RuleToken> Name();
  Result<RuleToken> Quoted(char quote, RuleWord word);
  Result<RuleToken> Sign();
  Result<char> Escaped();

  const RuleText& text_;
  RuleCharacters characters_;
  std::size_t tokens_ = 0;
};

}  // namespace fdr

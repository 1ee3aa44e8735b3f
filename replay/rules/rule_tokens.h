// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of a file of rules, one after the other, with a look ahead.

#pragma once

#include <deque>
#include <optional>
#include <string>

#include "fdr/replay/rules/rule_lexer.h"

namespace fdr {

/// Borrows both.  A word is cut out when it is first looked at, because macros may be defined on
/// the way.  The first error ends the words: everything behind it is kEnd.
class RuleTokens {
 public:
  RuleTokens(const RuleText& text, const RuleMacros& macros) : text_(text), lexer_(text, macros) {}

  const RuleToken& Peek(std::size_t ahead = 0);
  bool Sees(RuleWord word) { return Peek().word == word; }
  bool SeesOperator(RuleOp op) { return Sees(RuleWord::kOperator) && Peek().op == op; }
  RuleToken Take();
  /// Takes the word if it is this one.
  bool TakeIf(RuleWord word);

  /// An error at the next word, or the one that ended the words.
  tl::unexpected<Error> Complain(const std::string& complaint);
  tl::unexpected<Error> ComplainAt(std::size_t offset, const std::string& complaint);
  const std::optional<Error>& error() const { return error_; }

 private:
  const RuleText& text_;
  RuleLexer lexer_;
  std::deque<RuleToken> ahead_;
  std::optional<Error> error_;
};

}  // namespace fdr

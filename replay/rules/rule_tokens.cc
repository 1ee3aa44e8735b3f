// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_tokens.h"

namespace fdr {

const RuleToken& RuleTokens::Peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) {
    Result<RuleToken> token = error_ ? RuleToken{} : lexer_.Next();
    if (!token) error_ = token.error();
    ahead_.push_back(token ? std::move(*token) : RuleToken{});
  }
  return ahead_[ahead];
}

RuleToken RuleTokens::Take() {
  Peek();
  RuleToken token = std::move(ahead_.front());
  ahead_.pop_front();
  return token;
}

bool RuleTokens::TakeIf(RuleWord word) {
  if (!Sees(word)) return false;
  ahead_.pop_front();
  return true;
}

tl::unexpected<Error> RuleTokens::Complain(const std::string& complaint) {
  return ComplainAt(Peek().offset, complaint);
}

tl::unexpected<Error> RuleTokens::ComplainAt(std::size_t offset, const std::string& complaint) {
  if (error_) return Fail(*error_);
  return text_.Complain(offset, complaint);
}

}  // namespace fdr

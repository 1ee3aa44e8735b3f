// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of the language of rules that are not names.

#pragma once

#include "fdr/replay/rules/rule_token.h"

namespace fdr {

/// Makes a name that is a keyword, or a unit, into that.
void FindKeyword(RuleToken& token);

/// Makes "_inst", "_host" or "_sample" behind a percent sign into kShare; false for other texts.
bool FindShare(RuleToken& token);

/// "sum_inst", "!", "&&": the operator as it is written.
std::string NameOf(RuleOp op, RuleDimension over);
/// "print", ...
const char* NameOf(RuleActionKind kind);

}  // namespace fdr

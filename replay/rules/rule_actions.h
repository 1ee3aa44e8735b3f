// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Parses what rules do: "-> print 5 min "text" & shell "command"".

#pragma once

#include "fdr/replay/rules/rule_tokens.h"

namespace fdr {

/// Takes the arrow and the actions, and adds the clause to the rule.
Result<void> TakeActions(RuleTokens& tokens, ParsedRule& rule, RuleClause clause);

}  // namespace fdr

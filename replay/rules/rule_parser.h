// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the text of a file of rules to trees.

#pragma once

#include <vector>

#include "fdr/replay/rules/rule_text.h"
#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

/// The rules and expressions of a file, in their order.  kInvalidArgument points at the first place
/// that is wrong; kTooLarge for a file that is larger than rules ever are.
Result<std::vector<ParsedRule>> ParseRules(const RuleText& text);

}  // namespace fdr

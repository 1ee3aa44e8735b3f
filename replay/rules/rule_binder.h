// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Looks up the metrics of rules, and checks that the operands of all operators fit.

#pragma once

#include "fdr/replay/rules/bound_rule.h"
#include "fdr/replay/rules/rule_text.h"

namespace fdr {

/// Rules without a delta of their own are evaluated every `delta` nanoseconds.  As for PCP, a rule
/// whose metrics the source does not have is left out, and constants are no rules.
/// kInvalidArgument points at what does not fit.
Result<BoundRules> BindRules(const RuleText& text, std::vector<ParsedRule> rules, Context& source,
                             std::int64_t delta);

}  // namespace fdr

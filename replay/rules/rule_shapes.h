// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many values the operators of rules make of their operands.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/rules/bound_rule.h"

namespace fdr {

/// Sets the shape of an operator whose operands have theirs.  Returns what does not fit.
std::optional<std::string> SetShape(const std::vector<RuleNode>& nodes,
                                    std::vector<BoundRuleNode>& bound, std::uint32_t node);

/// Sets how many samples each node has to keep, once all have their shapes.
void SetRings(const std::vector<RuleNode>& nodes, std::vector<BoundRuleNode>& bound);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Computes parts of rules that have no metric.

#pragma once

#include <vector>

#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

/// If the operands of a new node are constants, makes it a constant, and drops the operands from
/// the end of the list.
void FoldConstants(std::vector<RuleNode>& nodes, RuleNode& node);

}  // namespace fdr

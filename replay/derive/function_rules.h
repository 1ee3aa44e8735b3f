// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which operands functions and prefixes take, and what their results are.  The table:
// docs/guide/derived.md.

#pragma once

#include <tl/expected.hpp>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/rules.h"

namespace fdr {

/// What a node with this operand is; else what is wrong, in PCP's words.
tl::expected<BoundNode, const char*> DescribeUnary(const Node& node, const Desc& operand,
                                                   DeriveRules rules);

}  // namespace fdr

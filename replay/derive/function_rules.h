// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which operands functions and prefixes accept, and the descriptors of their results.  The table:
// docs/guide/derived.md.

#pragma once

#include <tl/expected.hpp>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/dialect.h"

namespace fdr {

/// The description of a node with this operand; otherwise the error, in PCP's words.
tl::expected<BoundNode, const char*> DescribeUnary(const Node& node, const Desc& operand,
                                                   DeriveRules rules);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which operands the operators accept, and the descriptors of their results.  The tables:
// docs/guide/derived.md.

#pragma once

#include <array>
#include <tl/expected.hpp>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/dialect.h"

namespace fdr {

/// The facts about an operand that the rules need.
struct OperandFacts {
  Desc desc;
  bool is_constant = false;  ///< a number, or mkconst()
  bool is_quantity = false;  ///< a number that was written with units
};

/// The description of a node with these operands; otherwise the error, in PCP's words.
tl::expected<BoundNode, const char*> DescribeBinary(Op op, const OperandFacts& left,
                                                    const OperandFacts& right, DeriveRules rules);
/// For a ternary with both branches.
tl::expected<BoundNode, const char*> DescribeTernary(const Desc& guard, const Desc& yes,
                                                     const Desc& no);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which operands the operators take, and what their results are.  The tables:
// docs/guide/derived.md.

#pragma once

#include <array>
#include <tl/expected.hpp>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/rules.h"

namespace fdr {

/// An operand, as far as the rules look at it.
struct OperandFacts {
  Desc desc;
  bool is_constant = false;  ///< a number, or mkconst()
};

/// What a node with these operands is; else what is wrong, in PCP's words.
tl::expected<BoundNode, const char*> DescribeBinary(Op op, const OperandFacts& left,
                                                    const OperandFacts& right, DeriveRules rules);
/// Both branches are there.
tl::expected<BoundNode, const char*> DescribeTernary(const Desc& guard, const Desc& yes,
                                                     const Desc& no);

}  // namespace fdr

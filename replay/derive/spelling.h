// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How error messages name the parts of an expression: names and numbers as written, everything else
// as "<expr>".

#pragma once

#include <string>

#include "fdr/replay/derive/expression.h"

namespace fdr {

/// "a + <expr>", "SUM(a)", "a RESCALE Kbyte", ...
std::string SpelledOperation(const Expression& expression, const Node& node);
/// The branches of a ternary, without the guard.
std::string SpelledBranches(const Expression& expression, const Node& ternary);

/// A part of the expression as it could be written, with only the necessary parentheses.
std::string SpelledPart(const Expression& expression, std::size_t node);

}  // namespace fdr

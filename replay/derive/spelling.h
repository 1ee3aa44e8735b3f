// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How complaints about an expression call its parts: names and numbers as they are, all else
// "<expr>".

#pragma once

#include <string>

#include "fdr/replay/derive/expression.h"

namespace fdr {

/// "a + <expr>", "SUM(a)", "a RESCALE Kbyte", ...
std::string SpelledOperation(const Expression& expression, const Node& node);
/// Of a ternary: what it chooses from, without the guard.
std::string SpelledBranches(const Expression& expression, const Node& ternary);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Expressions with something wrong: words left out, exchanged, added, cut off.

#pragma once

#include <string>

#include "fdr/tests/pmapi/dice.h"

namespace fdr::test {

/// Breaks an expression.  The result may still be right.
std::string Broken(const std::string& expression, Dice& dice);

/// Words in random order; never only blanks.
std::string WordSalad(Dice& dice);

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The unfinished parts of an expression, and what they wait for.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/replay/derive/expression.h"

namespace fdr {

struct Waiting {
  enum Kind : std::uint8_t {
    kAll,       ///< for the end
    kPrefix,    ///< - or !, for its operand
    kBinary,    ///< an operator, for its right side
    kQuestion,  ///< for a colon
    kColon,     ///< for the second branch
    kOpen,      ///< a parenthesis, for its closing one
    kFunction,  ///< for its argument and its closing parenthesis
    kUnits,     ///< rescale(, for its second argument and its closing parenthesis
  };
  Kind kind = kAll;
  Node node;  ///< the future node, without its operands
};

/// How tightly the part binds; 0 if it has an explicit end.
int LevelOf(const Waiting& waiting);
/// The number of operands that it will have.
std::size_t OperandsOf(const Waiting& waiting);

/// What PCP says about a word that does not fit; "" for nothing.
std::string Complaint(const Waiting& waiting);
/// The words that would fit.
std::string Expected(const Waiting& waiting, bool wants_operand);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What of an expression has begun but is not complete, and what it waits for.

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
    kColon,     ///< for what comes behind it
    kOpen,      ///< a parenthesis, for its end
    kFunction,  ///< for its argument and its end
    kUnits,     ///< rescale(, for its second argument and its end
  };
  Kind kind = kAll;
  Node node;  ///< what it will be, but for its operands
};

/// How tightly it binds; 0 for what has an end of its own.
int LevelOf(const Waiting& waiting);
/// How many operands it has by then.
std::size_t OperandsOf(const Waiting& waiting);

/// What PCP says of a word that does not fit; "" for nothing.
std::string Complaint(const Waiting& waiting);
/// What could stand there.
std::string Expected(const Waiting& waiting, bool wants_operand);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operators with two operands, and how tightly they bind.  All are left associative.

#pragma once

#include <string_view>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/token.h"

namespace fdr {

struct Operator {
  TokenKind token;
  Op op;
  int level;  ///< the higher ones bind tighter
  std::string_view spelling;
  std::string_view name;  ///< in messages
};

// Levels of the other operators.
inline constexpr int kTernaryLevel = 1;
inline constexpr int kNotLevel = 3;     ///< looser than relations
inline constexpr int kNegateLevel = 5;  ///< like + and -

/// nullptr if the token is no such operator.
const Operator* FindOperator(TokenKind token);
const Operator* FindOperator(Op op);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/operators.h"

namespace fdr {
namespace {

constexpr Operator kOperators[] = {{TokenKind::kOr, Op::kOr, 2, "||", "OR"},
                                   {TokenKind::kAnd, Op::kAnd, 2, "&&", "AND"},
                                   {TokenKind::kLess, Op::kLess, 4, "<", "LT"},
                                   {TokenKind::kLessEqual, Op::kLessEqual, 4, "<=", "LEQ"},
                                   {TokenKind::kEqual, Op::kEqual, 4, "==", "EQ"},
                                   {TokenKind::kGreaterEqual, Op::kGreaterEqual, 4, ">=", "GEQ"},
                                   {TokenKind::kGreater, Op::kGreater, 4, ">", "GT"},
                                   {TokenKind::kNotEqual, Op::kNotEqual, 4, "!=", "NEQ"},
                                   {TokenKind::kPlus, Op::kAdd, 5, "+", "PLUS"},
                                   {TokenKind::kMinus, Op::kSubtract, 5, "-", "MINUS"},
                                   {TokenKind::kStar, Op::kMultiply, 6, "*", "STAR"},
                                   {TokenKind::kSlash, Op::kDivide, 6, "/", "SLASH"}};

}  // namespace

const Operator* FindOperator(TokenKind token) {
  for (const Operator& candidate : kOperators)
    if (candidate.token == token) return &candidate;
  return nullptr;
}

const Operator* FindOperator(Op op) {
  for (const Operator& candidate : kOperators)
    if (candidate.op == op) return &candidate;
  return nullptr;
}

}  // namespace fdr

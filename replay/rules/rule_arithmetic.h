// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The operators of rules on single values.

#pragma once

#include <cmath>
#include <cstdint>

#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

inline double Compute(RuleOp op, double a, double b) {
  switch (op) {
    case RuleOp::kAdd:
      return a + b;
    case RuleOp::kSubtract:
      return a - b;
    case RuleOp::kMultiply:
      return a * b;
    default:
      return a / b;
  }
}

/// Numbers or texts.  As in C, no relation but != is true for a NaN.
template <class T>
bool Compare(RuleOp op, const T& a, const T& b) {
  switch (op) {
    case RuleOp::kEqual:
      return a == b;
    case RuleOp::kNotEqual:
      return a != b;
    case RuleOp::kLess:
      return a < b;
    case RuleOp::kLessEqual:
      return a <= b;
    case RuleOp::kGreater:
      return a > b;
    default:
      return a >= b;
  }
}

/// Three-valued logic, after Kleene.
enum class Truth : std::uint8_t { kFalse, kTrue, kUnknown };

constexpr Truth TruthOf(bool is_true) { return is_true ? Truth::kTrue : Truth::kFalse; }
constexpr Truth Not(Truth a) { return a == Truth::kUnknown ? a : TruthOf(a == Truth::kFalse); }
constexpr Truth And(Truth a, Truth b) {
  if (a == Truth::kFalse || b == Truth::kFalse) return Truth::kFalse;
  return a == Truth::kTrue && b == Truth::kTrue ? Truth::kTrue : Truth::kUnknown;
}
constexpr Truth Or(Truth a, Truth b) { return Not(And(Not(a), Not(b))); }

}  // namespace fdr

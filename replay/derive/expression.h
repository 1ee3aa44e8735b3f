// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression over metrics, as a list of nodes in which operands stand before their operator:
//
//     a + b * 2      a  b  2  *  +
//                    0  1  2  3  4
//
// A walk from first to last finds all operands evaluated, without recursion.  So a deeply nested
// text cannot exhaust the stack.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/value.h"

namespace fdr {

class TextPattern;

enum class Op : std::uint8_t {
  // Without operands.
  kConstant,
  kMetric,
  kDefined,
  kAnon,
  kNoValue,
  // With one operand.
  kNegate,
  kNot,
  kAverage,
  kCount,
  kMaximum,
  kMinimum,
  kSum,
  kDelta,
  kRate,
  kInstant,
  kScalar,
  kRescale,
  kMatch,     ///< matchinst()
  kInstance,  ///< x[name]
  // With two operands.
  kMultiply,
  kDivide,
  kAdd,
  kSubtract,
  kLess,
  kLessEqual,
  kEqual,
  kGreaterEqual,
  kGreater,
  kNotEqual,
  kAnd,
  kOr,
  // With three operands: the guard and the two branches.
  kTernary,
};

constexpr bool IsBinary(Op op) { return op >= Op::kMultiply && op <= Op::kOr; }
constexpr bool IsArithmetic(Op op) { return op >= Op::kMultiply && op <= Op::kSubtract; }
constexpr bool IsRelation(Op op) { return op >= Op::kLess && op <= Op::kNotEqual; }
constexpr bool IsBoolean(Op op) { return op == Op::kAnd || op == Op::kOr; }

/// The tags of mkconst() and novalue().
struct ConstantTags {
  std::optional<Type> type;
  std::optional<Semantics> semantics;
  std::optional<Units> units;
  std::optional<InDomId> indom;
  std::string meta;  ///< the metric to copy the other tags from
};

struct Node {
  Op op = Op::kConstant;
  std::array<std::uint32_t, 3> operands = {};  ///< indexes of nodes; as many as the operator has
  std::uint32_t first = 0;                     ///< the first node of this subexpression
  /// Depends on the operator: the digits of a constant; the name of a metric or of an instance.
  std::string text;
  double number = 0;     ///< of a constant
  bool is_real = false;  ///< it has a decimal point
  /// Written with units: "100 MB/s", with the number in those units; "10 %" is 0.1.
  bool is_quantity = false;
  ConstantTags tags;  ///< of a constant, with the type of kAnon, and the units of kRescale
  std::shared_ptr<const TextPattern> pattern;  ///< of kMatch
  bool inverted = false;                       ///< ... true: selects those that do not match
};

struct Expression {
  std::string text;         ///< as it was written
  std::vector<Node> nodes;  ///< never empty once parsed; the last is the root
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression over metrics, as a list of nodes in which operands stand before what they are
// operands of:
//
//     a + b * 2      a  b  2  *  +
//                    0  1  2  3  4
//
// So a walk from first to last finds all operands done, and nothing needs a recursion as deep as
// somebody's text.

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

class InstancePattern;

enum class Op : std::uint8_t {
  // Without operands.
  kConstant,
  kMetric,
  kDefined,
  kAnon,
  kNoValue,
  // With one.
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
  // With two.
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
  // With three: guard, and what it chooses from.
  kTernary,
};

constexpr bool IsBinary(Op op) { return op >= Op::kMultiply && op <= Op::kOr; }
constexpr bool IsArithmetic(Op op) { return op >= Op::kMultiply && op <= Op::kSubtract; }
constexpr bool IsRelation(Op op) { return op >= Op::kLess && op <= Op::kNotEqual; }
constexpr bool IsBoolean(Op op) { return op == Op::kAnd || op == Op::kOr; }

/// What mkconst() and novalue() say of a value.
struct ConstantTags {
  std::optional<Type> type;
  std::optional<Semantics> semantics;
  std::optional<Units> units;
  std::optional<InDomId> indom;
  std::string meta;  ///< the metric that the others are copied from
};

struct Node {
  Op op = Op::kConstant;
  std::array<std::uint32_t, 3> operands = {};  ///< which nodes; as many as the operator has
  std::uint32_t first = 0;                     ///< where that which belongs to it begins
  /// As the operator has it: the digits of a constant; the name of a metric; of an instance.
  std::string text;
  double number = 0;     ///< of a constant
  bool is_real = false;  ///< it has a decimal point
  ConstantTags tags;     ///< of a constant, with the type of kAnon, and the units of kRescale
  std::shared_ptr<const InstancePattern> pattern;  ///< of kMatch
  bool inverted = false;                           ///< ... which is for those that do not match
};

struct Expression {
  std::string text;         ///< as it was written
  std::vector<Node> nodes;  ///< never empty once parsed; the last one is all of it
};

}  // namespace fdr

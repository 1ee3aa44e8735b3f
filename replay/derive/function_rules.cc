// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/function_rules.h"

#include "fdr/replay/derive/unit_rules.h"

namespace fdr {
namespace {

using Described = tl::expected<BoundNode, const char*>;

constexpr int kSecond = 3;  // as a scale of time

bool NeedsNumbers(Op op) {
  switch (op) {
    case Op::kAverage:
    case Op::kMaximum:
    case Op::kMinimum:
    case Op::kSum:
    case Op::kDelta:
    case Op::kRate:
    case Op::kRescale:
    case Op::kNegate:
    case Op::kNot:
      return true;
    default:
      return false;
  }
}

Type TypeOfDifference(Type type) {
  if (type == Type::kU32) return Type::k64;
  return type == Type::kU64 ? Type::kDouble : type;
}

Type TypeOfNegative(Type type) {
  if (type == Type::kU32) return Type::k32;
  return type == Type::kU64 ? Type::k64 : type;
}

// Version 6 keeps the descriptor of the operand.
Desc DescribeNot(const Desc& operand, DeriveRules rules) {
  if (rules == DeriveRules::kPcp6) return operand;
  Desc desc{.id = {},
            .type = Type::kU32,
            .indom = operand.indom,
            .semantics = operand.semantics,
            .units = {}};
  if (desc.semantics == Semantics::kCounter) desc.semantics = Semantics::kInstant;
  return desc;
}

Described DescribeRate(const Desc& operand) {
  BoundNode node;
  node.desc = operand;
  node.desc.type = Type::kDouble;
  node.desc.semantics = Semantics::kInstant;
  Units& units = node.desc.units;
  if (units.dim_time == 1) {
    node.unit_seconds = SecondsOf(units.scale_time);
    units.dim_time = 0;
    units.scale_time = 0;
  } else if (units.dim_time == 0) {
    units.dim_time = -1;
    units.scale_time = kSecond;
  } else {
    return tl::unexpected<const char*>("Incorrect time dimension for operand");
  }
  node.falls = operand.semantics != Semantics::kCounter;
  return node;
}

Described DescribeRescaled(const Node& node, const Desc& operand) {
  BoundNode bound;
  bound.desc = operand;
  bound.desc.units = *node.tags.units;
  const auto ratio = ScaleRatio::Between(operand.units, *node.tags.units);
  if (!ratio) return tl::unexpected<const char*>("Incompatible dimensions");
  bound.ratio = *ratio;
  return bound;
}

}  // namespace

Described DescribeUnary(const Node& node, const Desc& operand, DeriveRules rules) {
  if (NeedsNumbers(node.op) && !IsNumeric(operand.type))
    return tl::unexpected<const char*>(node.op == Op::kNegate || node.op == Op::kNot
                                           ? "Non-arithmetic operand for unary negation"
                                           : "Non-arithmetic operand for function");
  BoundNode bound;
  Desc& desc = bound.desc;
  desc = operand;
  switch (node.op) {
    case Op::kNegate:
      desc.type = TypeOfNegative(operand.type);
      desc.semantics = Semantics::kInstant;
      return bound;
    case Op::kNot:
      desc = DescribeNot(operand, rules);
      return bound;
    case Op::kAverage:
      desc.type = Type::kFloat;
      desc.semantics = Semantics::kInstant;
      desc.indom = {};
      return bound;
    case Op::kMaximum:
    case Op::kMinimum:
      desc.semantics = Semantics::kInstant;
      desc.indom = {};
      return bound;
    case Op::kSum:
    case Op::kScalar:
      desc.indom = {};
      return bound;
    case Op::kCount:
      desc = {.id = {},
              .type = Type::kU32,
              .indom = {},
              .semantics = Semantics::kInstant,
              .units = {.dim_count = 1}};
      return bound;
    case Op::kDelta:
      desc.type = TypeOfDifference(operand.type);
      desc.semantics = Semantics::kInstant;
      return bound;
    case Op::kRate:
      return DescribeRate(operand);
    case Op::kInstant:
      if (operand.semantics == Semantics::kCounter) desc.semantics = Semantics::kInstant;
      return bound;
    case Op::kRescale:
      return DescribeRescaled(node, operand);
    default:  // x[i], matchinst()
      return bound;
  }
}

}  // namespace fdr

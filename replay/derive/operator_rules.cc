// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/operator_rules.h"

#include <algorithm>

#include "fdr/replay/derive/unit_rules.h"

namespace fdr {
namespace {

// An error message, or nullptr.
using Objection = const char*;

bool IsCounter(const Desc& desc) { return desc.semantics == Semantics::kCounter; }

Objection CheckCounters(Op op, const Desc& left, const Desc& right) {
  if (!IsArithmetic(op)) return nullptr;
  const bool adds = op == Op::kAdd || op == Op::kSubtract;
  if (IsCounter(left) && IsCounter(right)) return adds ? nullptr : "Illegal operator for counters";
  if (IsCounter(left)) return adds ? "Illegal operator for counter and non-counter" : nullptr;
  if (IsCounter(right) && op != Op::kMultiply)
    return "Illegal operator for non-counter and counter";
  return nullptr;
}

Objection CheckTypes(const Desc& left, const Desc& right) {
  if (!IsNumeric(left.type)) return "Non-arithmetic type for left operand";
  if (!IsNumeric(right.type)) return "Non-arithmetic type for right operand";
  return nullptr;
}

// Counts are plain numbers: "5 count/s" is comparable with a rate of "1 / sec".
Units WithoutCount(Units units) {
  units.dim_count = 0;
  return units;
}

Objection CheckDimensions(Op op, const OperandFacts& left, const OperandFacts& right,
                          DeriveRules rules) {
  constexpr Objection kDifferent = "Dimensions are not the same";
  const Units &a = left.desc.units, &b = right.desc.units;
  if (op == Op::kAdd || op == Op::kSubtract) return HaveSameDimensions(a, b) ? nullptr : kDifferent;
  if (IsBoolean(op)) return a.IsDimensionless() && b.IsDimensionless() ? nullptr : kDifferent;
  if (!IsRelation(op)) return nullptr;
  if (left.is_quantity || right.is_quantity)
    return HaveSameDimensions(WithoutCount(a), WithoutCount(b)) ? nullptr : kDifferent;
  // Numbers compare with anything.  PCP takes every 32-bit unsigned value for such a number.
  const auto is_number = [&](const OperandFacts& side) {
    return side.desc.type == Type::kU32 ||
           (rules != DeriveRules::kPcp6 && side.is_constant && side.desc.units.IsDimensionless());
  };
  return is_number(left) || is_number(right) || HaveSameDimensions(a, b) ? nullptr : kDifferent;
}

Objection CheckNonCounter(Op op, const Desc& left, const Desc& right) {
  if (op != Op::kMultiply && op != Op::kDivide && !IsRelation(op)) return nullptr;
  if (IsCounter(left) && !IsCounter(right) && !right.units.IsDimensionless())
    return "Non-counter and not dimensionless for right operand";
  if (!IsCounter(left) && IsCounter(right) && !left.units.IsDimensionless())
    return "Non-counter and not dimensionless for left operand";
  return nullptr;
}

Objection CheckDomains(const Desc& left, const Desc& right) {
  const bool both = !left.indom.IsNull() && !right.indom.IsNull();
  return both && left.indom != right.indom ? "Operands should have the same instance domain"
                                           : nullptr;
}

Objection Check(Op op, const OperandFacts& left, const OperandFacts& right, DeriveRules rules) {
  const Desc &a = left.desc, &b = right.desc;
  if (Objection wrong = CheckCounters(op, a, b)) return wrong;
  if (Objection wrong = CheckTypes(a, b)) return wrong;
  if (Objection wrong = CheckDimensions(op, left, right, rules)) return wrong;
  if (Objection wrong = CheckNonCounter(op, a, b)) return wrong;
  return CheckDomains(a, b);
}

// The comparison of counters is no counter; version 6 says that it is.
Semantics CombineSemantics(Op op, const OperandFacts& left, const OperandFacts& right,
                           DeriveRules rules) {
  const Semantics a = left.desc.semantics, b = right.desc.semantics;
  const bool any_counter = IsCounter(left.desc) || IsCounter(right.desc);
  if (!any_counter)
    return a == Semantics::kDiscrete && b == Semantics::kDiscrete ? Semantics::kDiscrete
                                                                  : Semantics::kInstant;
  if (rules == DeriveRules::kPcp6) return left.is_constant ? b : a;
  return IsArithmetic(op) ? Semantics::kCounter : Semantics::kInstant;
}

// PCP compares the numbers, whatever their scales.
void ScaleToCompare(Op op, const OperandFacts& left, const OperandFacts& right, BoundNode& node) {
  const Units &a = left.desc.units, &b = right.desc.units;
  if (a.IsDimensionless() || b.IsDimensionless()) return;
  node.scaling = CombineUnits(op, a, b, DeriveRules::kQuantities).scaling;
  if (!node.scaling[0].IsNone() || !node.scaling[1].IsNone()) node.calculation = Type::kDouble;
}

// With a constant on the left, version 6 takes from the right side the units of a sum, and the
// scales of a product.
Units AsOnTheRight(Op op, const Units& right, Units units) {
  if (op == Op::kAdd || op == Op::kSubtract) return right;
  if (units.dim_space != 0) units.scale_space = right.scale_space;
  if (units.dim_time != 0) units.scale_time = right.scale_time;
  if (units.dim_count != 0) units.scale_count = right.scale_count;
  return units;
}

}  // namespace

tl::expected<BoundNode, const char*> DescribeBinary(Op op, const OperandFacts& left,
                                                    const OperandFacts& right, DeriveRules rules) {
  if (const Objection wrong = Check(op, left, right, rules)) return tl::unexpected(wrong);
  BoundNode node;
  node.calculation = std::max(left.desc.type, right.desc.type);  // the types are ordered by width
  node.desc.indom = left.desc.indom.IsNull() ? right.desc.indom : left.desc.indom;
  node.desc.semantics = CombineSemantics(op, left, right, rules);
  if (!IsArithmetic(op)) {
    node.desc.type = Type::kU32;
    if (IsRelation(op) && rules == DeriveRules::kQuantities) ScaleToCompare(op, left, right, node);
    return node;
  }
  const CombinedUnits combined = CombineUnits(op, left.desc.units, right.desc.units, rules);
  node.desc.units = combined.units;
  if (rules == DeriveRules::kPcp6 && left.is_constant)
    node.desc.units = AsOnTheRight(op, right.desc.units, combined.units);
  node.scaling = combined.scaling;
  const bool is_scaled = !node.scaling[0].IsNone() || !node.scaling[1].IsNone();
  if (op == Op::kDivide || is_scaled) node.calculation = Type::kDouble;
  node.desc.type = node.calculation;
  return node;
}

tl::expected<BoundNode, const char*> DescribeTernary(const Desc& guard, const Desc& yes,
                                                     const Desc& no) {
  const bool different_domains = !yes.indom.IsNull() && !no.indom.IsNull() && yes.indom != no.indom;
  const Units &a = yes.units, &b = no.units;
  if (yes.type != no.type)
    return tl::unexpected<const char*>("Different types for ternary operands");
  if (different_domains)
    return tl::unexpected<const char*>("Different instance domains for ternary operands");
  if (yes.semantics != no.semantics)
    return tl::unexpected<const char*>("Different semantics for ternary operands");
  if (a.dim_space != b.dim_space || a.scale_space != b.scale_space)
    return tl::unexpected<const char*>("Different units or scale (space) for ternary operands");
  if (a.dim_time != b.dim_time || a.scale_time != b.scale_time)
    return tl::unexpected<const char*>("Different units or scale (time) for ternary operands");
  if (a.dim_count != b.dim_count || a.scale_count != b.scale_count)
    return tl::unexpected<const char*>("Different units or scale (count) for ternary operands");
  BoundNode node;
  node.desc = yes;
  if (yes.indom.IsNull()) node.desc.indom = no.indom;
  if (node.desc.indom.IsNull() && !guard.indom.IsNull())
    return tl::unexpected<const char*>("Non-scalar ternary guard with scalar expressions");
  return node;
}

}  // namespace fdr

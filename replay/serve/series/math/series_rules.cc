// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/series_rules.h"

#include <fmt/format.h>

#include <string>

#include "fdr/replay/derive/function_rules.h"
#include "fdr/replay/derive/operator_rules.h"
#include "fdr/replay/derive/unit_rules.h"

namespace fdr {
namespace {

constexpr DeriveRules kRules = DeriveRules::kQuantities;

bool IsCounter(const Desc& desc) { return desc.semantics == Semantics::kCounter; }

tl::unexpected<Error> Objection(std::string what) {
  return Fail(Errc::kInvalidArgument, std::move(what));
}

Result<void> CheckNumeric(const Desc& desc) {
  if (IsNumeric(desc.type)) return {};
  return Objection("Series values' Type extract fail, unsupported type\n");
}

std::string TextOf(const Units& units) {
  const std::string text = ToString(units);
  return text.empty() ? "none" : text;
}

Result<BoundNode> DescribeRate(const SeriesFacts& operand) {
  if (!IsCounter(operand.desc))
    return Objection(
        fmt::format("Can't rate convert '{}', counter semantics required\n", operand.name));
  Node rate;
  rate.op = Op::kRate;
  const auto described = DescribeUnary(rate, operand.desc, kRules);
  if (!described) return Objection(described.error());
  return *described;
}

Result<BoundNode> DescribeRescale(const SeriesNode& node, const SeriesFacts& operand) {
  Node rescale;
  rescale.op = Op::kRescale;
  rescale.tags.units = node.units;
  auto described = DescribeUnary(rescale, operand.desc, kRules);
  if (!described)
    return Objection(fmt::format("Dimensions of units mismatch, for series {} the units is {}\n",
                                 operand.id, TextOf(operand.desc.units)));
  described->desc.type = Type::kDouble;
  return *described;
}

// The units of a square root; none if units do not have roots of these dimensions.
Units RootOf(Units units) {
  if (units.dim_space % 2 != 0 || units.dim_time % 2 != 0 || units.dim_count % 2 != 0) return {};
  units.dim_space /= 2;
  units.dim_time /= 2;
  units.dim_count /= 2;
  return units;
}

Desc DescOfAggregate(const SeriesNode& node, Desc desc) {
  if (!IsChoice(node.op)) {
    desc.type = Type::kDouble;
    if (node.axis == SeriesAxis::kInstances) desc.indom = {};
  }
  // The values of topk() are not in the order of time.
  if (node.op == SeriesOp::kTop || node.op == SeriesOp::kAverage || node.op == SeriesOp::kDeviation)
    desc.semantics = Semantics::kInstant;
  return desc;
}

Result<void> CheckCounters(SeriesOp op, const Desc& left, const Desc& right) {
  const bool adds = op == SeriesOp::kAdd || op == SeriesOp::kSubtract;
  if (IsCounter(left) && IsCounter(right) && !adds)
    return Objection(
        "Both operands have the semantics of counter, only addition or subtraction is allowed.\n");
  if (IsCounter(left) && !IsCounter(right) && adds)
    return Objection(
        "Left operand is a counter and the right one is not, only multiplication or division is "
        "allowed.\n");
  if (!IsCounter(left) && IsCounter(right) && op != SeriesOp::kMultiply)
    return Objection(
        "Left operand is not a counter and the right one is, only multiplication is allowed.\n");
  return {};
}

// A counter by a number still counts.
Semantics SemanticsOf(const SeriesFacts& left, const SeriesFacts& right) {
  const auto is = [](const SeriesFacts& side, Semantics semantics) {
    return side.is_constant || side.desc.semantics == semantics;
  };
  for (const Semantics semantics : {Semantics::kCounter, Semantics::kDiscrete})
    if (is(left, semantics) && is(right, semantics)) return semantics;
  return Semantics::kInstant;
}

bool IsUnsigned(const SeriesFacts& side) {
  return side.is_constant || side.desc.type == Type::kU32 || side.desc.type == Type::kU64;
}

// The type of an operand when it comes to calculate with it.  Differences of unsigned numbers may
// be negative, and products are long.
Type WideTypeOf(SeriesOp op, const SeriesFacts& side, const SeriesFacts& other) {
  const Type type = side.desc.type;
  if (!IsInteger(type)) return type;
  if (op != SeriesOp::kSubtract && IsUnsigned(side) && IsUnsigned(other)) return Type::kU64;
  return type == Type::kU64 ? Type::kDouble : Type::k64;
}

}  // namespace

Op DerivedOp(SeriesOp op) {
  switch (op) {
    case SeriesOp::kAdd:
      return Op::kAdd;
    case SeriesOp::kSubtract:
      return Op::kSubtract;
    case SeriesOp::kMultiply:
      return Op::kMultiply;
    default:  // kDivide
      return Op::kDivide;
  }
}

Result<BoundNode> DescribeFunction(const SeriesNode& node, const SeriesFacts& operand) {
  if (node.op == SeriesOp::kRate) return DescribeRate(operand);
  if (auto checked = CheckNumeric(operand.desc); !checked) return Fail(checked.error());
  if (node.op == SeriesOp::kRescale) return DescribeRescale(node, operand);
  BoundNode bound;
  bound.desc = IsAggregate(node.op) ? DescOfAggregate(node, operand.desc) : operand.desc;
  if (node.op == SeriesOp::kLogarithm || node.op == SeriesOp::kSquareRoot) {
    bound.desc.type = Type::kDouble;
    bound.desc.semantics = Semantics::kInstant;
    bound.desc.units = node.op == SeriesOp::kSquareRoot ? RootOf(operand.desc.units) : Units();
  }
  return bound;
}

Result<BoundNode> DescribeOperator(SeriesOp op, const SeriesFacts& left, const SeriesFacts& right) {
  const Desc &a = left.desc, &b = right.desc;
  for (const Desc& desc : {a, b})
    if (auto checked = CheckNumeric(desc); !checked) return Fail(checked.error());
  if (auto checked = CheckCounters(op, a, b); !checked) return Fail(checked.error());
  if (!a.indom.IsNull() && !b.indom.IsNull() && a.indom != b.indom)
    return Objection(
        "Operands should have the same instance domain for all of the binary operators.\n");
  // The rules for counters are other ones than those of derived metrics.
  OperandFacts facts[] = {{.desc = a, .is_constant = left.is_constant},
                          {.desc = b, .is_constant = right.is_constant}};
  for (OperandFacts& side : facts) side.desc.semantics = Semantics::kInstant;
  facts[0].desc.type = WideTypeOf(op, left, right);
  facts[1].desc.type = WideTypeOf(op, right, left);
  auto described = DescribeBinary(DerivedOp(op), facts[0], facts[1], kRules);
  if (!described) return Fail(IncompatibleUnits(left, right));
  described->desc.semantics = SemanticsOf(left, right);
  return *described;
}

Error IncompatibleUnits(const SeriesFacts& left, const SeriesFacts& right) {
  return {
      .code = Errc::kInvalidArgument,
      .what = fmt::format("Incompatible units between operand metrics or expressions\n"
                          "'{}' ({})\nvs'{}' ({})\n",
                          left.name, TextOf(left.desc.units), right.name, TextOf(right.desc.units)),
      .file = {}};
}

}  // namespace fdr

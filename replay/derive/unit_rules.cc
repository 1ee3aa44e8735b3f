// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/unit_rules.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fdr {
namespace {

// One dimension of units, with its scale.
struct UnitPart {
  int dimension = 0, scale = 0;
};

constexpr int kHighestExponent = 7, kLowestExponent = -8;

double SpaceStep(int) { return 1024; }
double CountStep(int) { return 10; }
// The factor from a unit of time to the next larger one.
double TimeStep(int scale) { return scale < 3 ? 1000 : 60; }

// How many smaller units the larger one has.
double Ratio(double (*step)(int), int smaller, int larger) {
  double ratio = 1;
  for (int scale = smaller; scale < larger; ++scale) ratio *= step(scale);
  return ratio;
}

void Scale(Scaling& scaling, double ratio, int dimension) {
  (dimension > 0 ? scaling.divisor : scaling.multiplier) *= ratio;
}

class Combiner {
 public:
  Combiner(Op op, DeriveRules rules) : op_(op), rules_(rules) {}

  UnitPart Combine(UnitPart left, UnitPart right, double (*step)(int)) {
    if (left.dimension != 0 && right.dimension != 0 && left.scale != right.scale)
      ScaleSmaller(left, right, step);
    UnitPart result;
    if (left.dimension != 0) result.scale = left.scale;
    if (right.dimension != 0)
      result.scale = left.dimension != 0 ? std::max(left.scale, right.scale) : right.scale;
    result.dimension = left.dimension;
    if (op_ != Op::kMultiply && op_ != Op::kDivide && rules_ != DeriveRules::kPcp6 &&
        result.dimension == 0)
      result.dimension = right.dimension;  // a plain number gets the units of the other side
    if (op_ == Op::kMultiply) result.dimension += right.dimension;
    if (op_ == Op::kDivide) result.dimension -= right.dimension;
    result.dimension = std::clamp(result.dimension, kLowestExponent, kHighestExponent);
    if (result.dimension == 0) result.scale = 0;
    return result;
  }

  const std::array<Scaling, 2>& scaling() const { return scaling_; }

 private:
  // PCP 6 applies the factor once, whatever the power, and uses the wrong sign for times on the
  // left.
  void ScaleSmaller(UnitPart left, UnitPart right, double (*step)(int)) {
    const bool is_left = left.scale < right.scale;
    const double ratio =
        Ratio(step, std::min(left.scale, right.scale), std::max(left.scale, right.scale));
    int dimension = is_left ? left.dimension : right.dimension;
    if (rules_ == DeriveRules::kPcp6) {
      if (is_left && step == TimeStep) dimension = right.dimension;
      return Scale(scaling_[is_left ? 0 : 1], ratio, dimension);
    }
    for (int power = std::abs(dimension); power > 0; --power)
      Scale(scaling_[is_left ? 0 : 1], ratio, dimension);
  }

  Op op_;
  DeriveRules rules_;
  std::array<Scaling, 2> scaling_;
};

}  // namespace

bool HaveSameDimensions(const Units& a, const Units& b) {
  const auto is_count = [](const Units& units) {
    return units.dim_space == 0 && units.dim_time == 0 && units.dim_count == 1;
  };
  if (a.dim_space == b.dim_space && a.dim_time == b.dim_time && a.dim_count == b.dim_count)
    return true;
  return (a.IsDimensionless() && is_count(b)) || (is_count(a) && b.IsDimensionless());
}

CombinedUnits CombineUnits(Op op, const Units& left, const Units& right, DeriveRules rules) {
  Combiner combiner(op, rules);
  const UnitPart count = combiner.Combine({left.dim_count, left.scale_count},
                                          {right.dim_count, right.scale_count}, CountStep);
  const UnitPart time = combiner.Combine({left.dim_time, left.scale_time},
                                         {right.dim_time, right.scale_time}, TimeStep);
  const UnitPart space = combiner.Combine({left.dim_space, left.scale_space},
                                          {right.dim_space, right.scale_space}, SpaceStep);
  return {{.dim_space = static_cast<std::int8_t>(space.dimension),
           .dim_time = static_cast<std::int8_t>(time.dimension),
           .dim_count = static_cast<std::int8_t>(count.dimension),
           .scale_space = static_cast<std::uint8_t>(space.scale),
           .scale_time = static_cast<std::uint8_t>(time.scale),
           .scale_count = static_cast<std::int8_t>(count.scale)},
          combiner.scaling()};
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression bound to the metrics of a context: every node knows the descriptor of its values.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/units/scale_conversion.h"

namespace fdr {

/// The factor and the divisor that scale the numbers of an operand.
struct Scaling {
  double multiplier = 1, divisor = 1;

  bool IsNone() const { return multiplier == 1 && divisor == 1; }
};

struct BoundNode {
  Desc desc;  ///< without an identifier
  /// In a branch that is never chosen: neither bound nor evaluated.
  bool is_left_out = false;
  std::uint32_t slot = 0;                      ///< of kMetric: an index into `metrics`
  std::uint64_t bits = 0;                      ///< of kConstant and kDefined: the number
  Type calculation = Type::kU32;               ///< the type to convert two operands to
  std::array<Scaling, 2> scaling = {};         ///< factors applied before that conversion
  double unit_seconds = 1;                     ///< of kRate
  bool falls = true;                           ///< of kRate: no counter, so it may be negative
  std::optional<ScaleRatio> ratio;             ///< of kRescale
  std::optional<std::uint32_t> chosen_branch;  ///< of kTernary, if there is only one: 1 or 2
};

struct BoundExpression {
  std::vector<BoundNode> nodes;   ///< one for each node of the expression
  std::vector<MetricId> metrics;  ///< to fetch, each once
  std::vector<Desc> descs;        ///< of these metrics

  const Desc& desc() const { return nodes.back().desc; }
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression whose metrics are those of a context: every node knows what its values are.

#pragma once

#include <array>
#include <optional>
#include <vector>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/units/scale_conversion.h"

namespace fdr {

/// What the numbers of an operand are multiplied with, and divided by.
struct Scaling {
  double multiplier = 1, divisor = 1;

  bool IsNone() const { return multiplier == 1 && divisor == 1; }
};

struct BoundNode {
  Desc desc;  ///< without an identifier
  /// In a branch that is never chosen: neither bound nor evaluated.
  bool is_left_out = false;
  std::uint32_t slot = 0;                      ///< of kMetric: which of the metrics
  std::uint64_t bits = 0;                      ///< of kConstant and kDefined: the number
  Type calculation = Type::kU32;               ///< of two operands: what both are converted to
  std::array<Scaling, 2> scaling = {};         ///< ... and before that
  double unit_seconds = 1;                     ///< of kRate
  bool falls = true;                           ///< ... which may do so
  std::optional<ScaleRatio> ratio;             ///< of kRescale
  std::optional<std::uint32_t> chosen_branch;  ///< of kTernary, if there is only one: 1 or 2
};

struct BoundExpression {
  std::vector<BoundNode> nodes;   ///< as those of the expression
  std::vector<MetricId> metrics;  ///< that have to be fetched, each once
  std::vector<Desc> descs;        ///< of these

  const Desc& desc() const { return nodes.back().desc; }
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rules whose metrics are those of a source.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/context.h"
#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

/// How many values a node has in each dimension; -1: it does not have the dimension.
struct RuleShape {
  std::int32_t hosts = -1, instances = -1, samples = -1;

  std::int64_t Values() const {
    return std::int64_t{1} * (hosts < 0 ? 1 : hosts) * (instances < 0 ? 1 : instances) *
           (samples < 0 ? 1 : samples);
  }
  friend bool operator==(const RuleShape&, const RuleShape&) = default;
};

/// What a node is, beside its operator.
struct BoundRuleNode {
  RuleShape shape;
  bool has_metric = false;      ///< in it, or below
  std::uint32_t ring = 1;       ///< how many samples to keep
  std::uint32_t shaped_by = 0;  ///< the operand that the shape is from
  // For metrics:
  MetricId metric;
  Desc desc;
  double factor = 1;                  ///< to canonical units
  bool is_text = false;               ///< of metrics and strings
  bool is_rate = false;               ///< a counter, whose rate of change is the value
  std::vector<NamedInstance> chosen;  ///< in the order of the text; empty: all
};

struct BoundRule {
  ParsedRule rule;
  std::string name = {};                  ///< never empty: "expr_1"
  std::int64_t delta = 0;                 ///< nanoseconds
  std::vector<BoundRuleNode> nodes = {};  ///< one for each node of the rule
};

struct BoundRules {
  std::vector<BoundRule> rules;
  /// Why rules were left out: their metrics, or instances, are not in the source.
  std::vector<std::string> left_out;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates a rule, time after time.  docs/guide/finding.md says what the operators mean.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/rules/bound_rule.h"
#include "fdr/replay/rules/rule_metric.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// The name of an instance at a time.
using RuleInstanceNames = std::function<std::string(InDomId, InstanceId, Timestamp)>;

/// When a rule is evaluated.
struct RuleMoment {
  Timestamp stamp;
  LocalTime local;         ///< in the zone of the report
  bool after_gap = false;  ///< recording was interrupted since the moment before
};

/// The metrics of rules that are fetched together, each once.
struct RuleMetricList {
  std::vector<MetricId> ids;

  std::uint32_t SlotOf(MetricId id);
};

/// Borrows the rule.
class RuleEvaluator {
 public:
  /// Adds the metrics of the rule to the list.
  RuleEvaluator(const BoundRule& rule, RuleMetricList& metrics, RuleInstanceNames names);

  /// Begins an evaluation.  `fetched` has a set for each metric of the list, or none at all.  Both
  /// must last until the next one.
  void Begin(const RuleMoment& moment, const FetchResult& fetched);
  /// Evaluates this node and all before it.  The others keep what they are.
  void EvaluateUpTo(std::uint32_t node);

  /// Rates begin again with the next values: the counters may be others.
  void ForgetCounters();

  const BoundRule& rule() const { return rule_; }
  /// The samples of a node; none if its value is unknown.
  const RuleRing& ring(std::uint32_t node) const { return states_[node].ring; }
  /// How many values a sample of a node has, or would have.
  std::size_t CountOf(std::uint32_t node) const { return states_[node].count; }
  Truth TruthOf(std::uint32_t node) const;
  /// The name of the instance of a value; nothing if the metric has no instances.
  std::optional<std::string> InstanceOf(std::uint32_t node, std::size_t value) const;

 private:
  struct State {
    RuleRing ring;
    std::size_t count = 1;
    bool reshaped = false;
    std::optional<RuleMetricValues> metric;
    std::uint32_t slot = 0;
    std::unordered_map<std::string, bool> matches;  // of the pattern
  };

  void EvaluateNode(std::uint32_t node);
  void EvaluateMetric(std::uint32_t node);
  void EvaluateVariable(std::uint32_t node);
  void EvaluateUnary(std::uint32_t node);
  void EvaluateBinary(std::uint32_t node);
  void EvaluateLogic(std::uint32_t node);
  void EvaluateChange(std::uint32_t node);
  void EvaluateMatch(std::uint32_t node);
  void EvaluateFold(std::uint32_t node);
  void FoldSamples(std::uint32_t node);
  void Shape(std::uint32_t node);
  bool Matches(std::uint32_t node, std::size_t value);
  std::uint32_t MetricOf(std::uint32_t node) const;
  bool IsSingle(std::uint32_t node) const { return rule_.nodes[node].shape.instances <= 1; }

  const BoundRule& rule_;
  const std::vector<RuleNode>& nodes_;
  RuleInstanceNames names_;
  std::vector<State> states_;
  const RuleMoment* moment_ = nullptr;
  const FetchResult* fetched_ = nullptr;
  std::uint32_t evaluated_ = 0;  // nodes
};

}  // namespace fdr

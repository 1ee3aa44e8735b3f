// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a metric of a rule: all instances or chosen ones, in canonical units, with counters
// as rates.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/rules/bound_rule.h"
#include "fdr/replay/rules/rule_ring.h"

namespace fdr {

/// Borrows the node.
class RuleMetricValues {
 public:
  RuleMetricValues(const RuleMetric& metric, const BoundRuleNode& bound);

  /// Takes what was fetched; `set` is nullptr if nothing was.  Behind an interruption of the
  /// recording, counters have no values, as for PCP.
  void Take(const FetchResult& fetched, const FetchedSet* set, Timestamp now, bool after_gap,
            RuleRing& values);
  /// The next rate has no value.
  void ForgetCounter() { has_last_ = false; }

  /// Whether the instances are others than those before.
  bool reshaped() const { return reshaped_; }
  /// One for each value; of a metric without instances, kSingular.
  const std::vector<InstanceId>& instances() const { return instances_; }

 private:
  bool TakeInstances(const FetchResult& fetched, const FetchedSet& set);
  void Read(const FetchResult& fetched, const FetchedSet& set, RuleSample& sample);
  std::optional<double> GrowthIn(std::size_t place) const;
  bool TakeRate();
  void TakeDirect(const FetchResult& fetched, const FetchedSet* set, Timestamp now, bool has_values,
                  RuleRing& values);

  const BoundRuleNode& bound_;
  std::uint32_t delay_;  // samples
  RuleRing delayed_;
  RuleSample rate_;
  std::vector<std::uint64_t> bits_, last_bits_;  // of the numbers of a counter
  std::vector<RuleTextValue> last_texts_;
  Timestamp last_at_;  // of last_bits_
  bool has_last_ = false;
  bool reshaped_ = false;
  std::vector<InstanceId> instances_, found_;
  std::vector<std::uint32_t> places_;  // of the chosen instances in the set
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_task.h"

#include <algorithm>

namespace fdr {

void RuleTask::Add(const BoundRule& rule, const RuleInstanceNames& names,
                   const RuleOrigin& origin) {
  has_counters |= std::ranges::any_of(rule.nodes, [](const BoundRuleNode& node) {
    return node.desc.semantics == Semantics::kCounter;
  });
  runners.push_back(std::make_unique<RuleRunner>(rule, metrics, names, origin));
}

bool RuleTask::IsDerived(const DerivedTable& definitions) const {
  return std::ranges::any_of(metrics.ids, [&](MetricId id) { return definitions.Contains(id); });
}

}  // namespace fdr

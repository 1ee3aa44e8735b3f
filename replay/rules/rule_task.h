// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rules that are evaluated at the same times, with one fetch.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/rules/rule_runner.h"

namespace fdr {

struct RuleTask {
  std::int64_t delta = 0;  ///< nanoseconds
  RuleMetricList metrics;
  bool has_counters = false;
  std::vector<std::unique_ptr<RuleRunner>> runners;

  /// Adds a rule.  Borrows it.
  void Add(const BoundRule& rule, const RuleInstanceNames& names, const RuleOrigin& origin);
  /// Whether some of its metrics are defined there.
  bool IsDerived(const DerivedTable& definitions) const;
};

/// As for PCP, neighbours with the same delta share a task.  `Task` is a RuleTask, perhaps with
/// more.  Borrows the rules.
template <class Task>
std::vector<std::unique_ptr<Task>> MakeRuleTasks(const BoundRules& rules,
                                                 const RuleInstanceNames& names,
                                                 const RuleOrigin& origin) {
  std::vector<std::unique_ptr<Task>> tasks;
  for (const BoundRule& rule : rules.rules) {
    if (tasks.empty() || tasks.back()->delta != rule.delta)
      tasks.push_back(std::make_unique<Task>());
    tasks.back()->delta = rule.delta;
    tasks.back()->Add(rule, names, origin);
  }
  return tasks;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates rules on a live source, whenever they are due.
//
//   RuleWatch watch(source, rules, {zone, "db1"}, on_run);
//   while (...) { Sleep until watch.NextDue(); watch.Step(now, wall); }

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/rules/rule_task.h"

namespace fdr {

struct RuleWatchOptions {
  Zone zone;               ///< of $hour and the like
  std::string connection;  ///< what stands for %c
  std::int64_t begin = 0;  ///< the first evaluation, in nanoseconds of a steady clock
  DerivedTable definitions = DerivedTable();  ///< of metrics that the source does not have
};

/// Borrows source and rules.
class RuleWatch {
 public:
  RuleWatch(Context& source, const BoundRules& rules, RuleWatchOptions options, OnRuleRun on_run);

  /// When the next rules are due.  There is at least one.
  std::int64_t NextDue() const;
  /// Evaluates what is due at `now`; `wall` is the time of day.  Evaluations that come too late are
  /// left out.  After an error, the values of rules were unknown.
  Result<void> Step(std::int64_t now, Timestamp wall);
  /// The source may be another one from now on: after a new connection.
  void Renew();

 private:
  struct Task : RuleTask {
    std::optional<DerivedContext> derived;  // its rates are those between evaluations
    std::int64_t due = 0;
  };

  Result<void> Evaluate(Task& task, Timestamp wall);
  std::string NameOf(InDomId indom, InstanceId instance);

  Context& source_;
  OnRuleRun on_run_;
  LocalClock clock_;
  std::vector<std::unique_ptr<Task>> tasks_;
  std::map<InDomId, std::vector<NamedInstance>> names_;  // those of this evaluation
  FetchResult fetched_, nothing_;
};

}  // namespace fdr

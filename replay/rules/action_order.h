// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which action of a clause comes next: "A & B" runs both, "A | B" runs B if A fails.
//
//   ActionOrder order(clause);
//   while (const auto action = order.Next()) order.Note(Perform(clause.actions[*action]));

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

/// Borrows the clause.
class ActionOrder {
 public:
  explicit ActionOrder(const RuleClause& clause) : steps_(&clause.steps) {}

  /// The index of the next action; nothing at the end.
  std::optional<std::size_t> Next();
  /// How that action ended; once before the next Next().
  void Note(bool success) { results_.push_back(success); }

 private:
  const std::vector<RuleActionStep>* steps_;
  std::size_t place_ = 0;
  std::vector<bool> results_;
};

}  // namespace fdr

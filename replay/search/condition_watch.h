// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates a condition, fetch by fetch.  A metric that a record does not have keeps its last
// values, so a condition may compare metrics that are recorded apart:
//
//   a          1     .     3     .             a > 2 && b > 5:   false at 10, 20 and 30,
//   b          .     7     .     8                               true at 40
//   time      10    20    30    40

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/replay/derive/evaluator.h"
#include "fdr/replay/search/condition.h"

namespace fdr {

/// Borrows the condition.
class ConditionWatch {
 public:
  explicit ConditionWatch(const Condition& condition);

  /// Takes the values of the condition's metrics from a fetch that may have others, too.  Returns
  /// the domains whose members must be known to evaluate them, each once.
  std::span<const InDomId> Take(const FetchResult& fetched);
  void Learn(InDomId indom, std::vector<NamedInstance> members) {
    members_.insert_or_assign(indom, std::move(members));
  }
  void Evaluate();
  /// Nothing is known any more: an interruption.
  void Forget();

  Timestamp stamp() const { return held_.stamp(); }
  /// The values of the condition by instance: true or false as IsTrue() says.
  TypedValues truth() const { return PartValues(condition_.expression.nodes.size() - 1); }
  TypedValues ValuesOf(const ConditionTerm& term) const { return PartValues(term.node); }

 private:
  TypedValues PartValues(std::size_t node) const { return evaluator_.PartValues(node); }
  const FetchedSet* FindSet(const FetchResult& fetched, std::size_t slot) const;
  Moment moment() const;

  const Condition& condition_;
  Evaluator evaluator_;
  FetchResult held_, next_;
  std::vector<std::uint8_t> is_held_;  // by metric
  std::vector<std::uint32_t> sets_;    // 0, 1, 2, ...
  Profile profile_;
  std::vector<InDomId> wanted_;
  KnownInstances members_;
};

/// Whether the value is neither 0 nor NaN.
bool IsTrue(const FetchedValue& value, Type type);

}  // namespace fdr

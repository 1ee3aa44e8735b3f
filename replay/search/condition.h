// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression over metrics that is true or false for each instance: "rate(a) > 100 MB/s".  The
// rules: docs/guide/finding.md.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/derive/metric_facts.h"
#include "fdr/replay/search/condition_terms.h"
#include "fdr/replay/search/counter_use.h"

namespace fdr {

struct Condition {
  Expression expression;
  BoundExpression bound;
  std::vector<ConditionTerm> terms;  ///< never empty
  /// Counters that are compared as they are, each with the expression that is meant: "rate(a)".
  std::vector<CounterUse> counters;

  const Desc& desc() const { return bound.desc(); }
};

/// The text as an expression, with the rules of the table; kInvalidArgument points at the place
/// that is wrong.
Result<Expression> ParseCondition(std::string_view text, DeriveRules rules);

/// The names to look up before binding, each once.
std::vector<std::string> NamesToFind(const Expression& expression, const DerivedTable& definitions);

/// Binds to the metrics that were found.  A metric of the table that the source does not have
/// stands for its expression.  Fails with kNotFound and the name of an unknown metric.  Fails with
/// kInvalidArgument for an expression that cannot be computed, that is neither true nor false, or
/// that has no metric.
Result<Condition> BindCondition(Expression expression, MetricFacts facts,
                                const DerivedTable& definitions);
/// The same; looks up the names first.
Result<Condition> BindCondition(Expression expression, Context& source,
                                const DerivedTable& definitions);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Binds an expression to the metrics of a context: finds the descriptor of each part, or an error.
// The rules: docs/guide/derived.md.

#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/expression_error.h"
#include "fdr/replay/derive/metric_facts.h"

namespace fdr {

/// The names that must be looked up before binding: of operands, and of other metrics.
std::vector<std::string> NamesIn(const Expression& expression);

tl::expected<BoundExpression, SemanticError> BindExpression(const Expression& expression,
                                                            const MetricFacts& facts,
                                                            DeriveRules rules);

}  // namespace fdr

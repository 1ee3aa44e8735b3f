// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From an expression to one over the metrics of a context: what each part is, and whether it makes
// sense.  The rules: docs/guide/derived.md.

#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/expression_error.h"
#include "fdr/replay/derive/metric_facts.h"
#include "fdr/replay/derive/rules.h"

namespace fdr {

/// The names that have to be known before: of operands, and of other metrics.
std::vector<std::string> NamesIn(const Expression& expression);

tl::expected<BoundExpression, SemanticError> BindExpression(const Expression& expression,
                                                            const MetricFacts& facts,
                                                            DeriveRules rules);

}  // namespace fdr

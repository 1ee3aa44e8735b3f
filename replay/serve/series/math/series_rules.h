// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which series the operators and functions of /series accept, and the descriptors of the results.
// The tables: docs/series-api.md.

#pragma once

#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/serve/series/language/series_query.h"

namespace fdr {

/// A series that is an operand.
struct SeriesFacts {
  Desc desc;
  std::string_view name;  ///< in messages
  std::string_view id;    ///< in messages: of the metric
  bool is_constant = false;
};

// The description of the result.  Errors are kInvalidArgument, with the words of PCP's pmproxy.

Result<BoundNode> DescribeFunction(const SeriesNode& node, const SeriesFacts& operand);
Result<BoundNode> DescribeOperator(SeriesOp op, const SeriesFacts& left, const SeriesFacts& right);

/// The operator of derived metrics that does the same.  `op` is one of arithmetic.
Op DerivedOp(SeriesOp op);

/// The error that units differ.
Error IncompatibleUnits(const SeriesFacts& left, const SeriesFacts& right);

}  // namespace fdr

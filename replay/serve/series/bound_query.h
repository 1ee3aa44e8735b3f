// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An expression bound to series: which series each node has, and what it computes them from.
//
//   rate(a) + b   with a of the hosts x and y, b of x and z
//
//     a           x: a        y: a
//     rate(a)     x: rate(a)  y: rate(a)
//     b           x: b        z: b
//     +           x: rate(a) + b

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/serve/series/series_answers.h"

namespace fdr {

/// One series of a node.
struct BoundSeries {
  FoundSeries origin;  ///< the series of an operand that gives it its host and its instances
  BoundNode node;      ///< its descriptor, and how it is computed
  std::array<std::uint32_t, 2> parts = {};  ///< places among the series of the node's operands
};

struct BoundQuery {
  std::vector<std::vector<BoundSeries>> nodes;  ///< of each node; a constant has one series

  const std::vector<BoundSeries>& result() const { return nodes.back(); }
  /// The descriptor of the result, which has series.
  Desc desc() const;
};

/// Borrows the sources of the question.  kInvalidArgument if operands do not fit together;
/// kTooLarge if the nodes have more than 10,000 series together.
Result<BoundQuery> BindQuery(const SeriesQuery& query, const SeriesQuestion& question);
/// The same for an expression that was bound before.  Its result has no series if the sources have
/// changed, and the operands do not fit together any more.  An error is a limit.
Result<BoundQuery> BindAgain(const SeriesQuery& query, const SeriesQuestion& question);

}  // namespace fdr

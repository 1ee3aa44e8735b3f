// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What constants are, and their numbers.

#pragma once

#include <tl/expected.hpp>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/metric_facts.h"

namespace fdr {

/// Of a number, mkconst(), anon() or novalue(): what its tags say, and before that the metric whose
/// metadata it has.  Else what is wrong with that metric.
tl::expected<BoundNode, const char*> DescribeConstant(const Node& node, const MetricFacts& facts);

}  // namespace fdr

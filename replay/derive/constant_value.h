// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The descriptors of constants, and their numbers.

#pragma once

#include <tl/expected.hpp>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/metric_facts.h"

namespace fdr {

/// The descriptor and number of a plain number, mkconst(), anon() or novalue().  The tags come
/// before the metric whose metadata is copied.  The error is about that metric.
tl::expected<BoundNode, const char*> DescribeConstant(const Node& node, const MetricFacts& facts);

}  // namespace fdr

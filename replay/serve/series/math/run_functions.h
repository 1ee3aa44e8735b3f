// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of series that compute one value from one, or from two successive ones.

#pragma once

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/serve/series/math/sample_run.h"

namespace fdr {

/// abs(), floor(), round(), log(), sqrt() or rescale() of each value.  A result that is no finite
/// number, like the logarithm of 0, is left out.  `type` is that of the operand.
SampleRun ApplyToValues(const SeriesNode& node, const BoundNode& bound, Type type,
                        const SampleRun& run);

/// One sample less.  Each has the stamp of the later one of the two that it is computed from,
/// whether the run goes forward or backward.  A counter that was reset has no rate.
SampleRun RateOf(const BoundNode& bound, const Desc& operand, const SampleRun& run);

}  // namespace fdr

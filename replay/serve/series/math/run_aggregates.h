// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of series that compute from many values: max(), min(), sum(), avg(), stdev(),
// topk() and nth_percentile(), over time or over instances.
//
//                 a   b   c        max_sample        max_inst       a   b   c
//     10:00       1   5   2          b = 5                                  2
//     10:01       4   3   0          a = 4                          4   5
//                                                    (one sample, each value with its stamp)

#pragma once

#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/serve/series/math/sample_run.h"

namespace fdr {

/// max(), min(), topk() and nth_percentile() choose some of the values, with their instances and
/// stamps.  Over time, topk() has a sample for each rank.
///
/// sum(), avg() and stdev() compute real numbers.  Over time, they have the stamp of the first
/// sample; over instances, they have none of the instances.
///
/// `type` is that of the operand.
SampleRun Aggregated(const SeriesNode& node, Type type, const SampleRun& run);

}  // namespace fdr

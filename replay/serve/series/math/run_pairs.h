// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Combines two runs of samples.
//
//   left     1    2    3    4      Samples are paired with the nearest in time: each is the
//   right       a         b        other's nearest.
//   pairs         2a        4b

#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/serve/series/math/sample_run.h"

namespace fdr {

using SamplePairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Both go forward, or both go backward.  If two samples are equally near, the earlier one counts.
SamplePairs NearestPairs(std::span<const SampleRun::Sample> left,
                         std::span<const SampleRun::Sample> right);
/// The first with the first, and so on.  kInvalidArgument if their numbers differ.
Result<SamplePairs> PairsInOrder(std::span<const SampleRun::Sample> left,
                                 std::span<const SampleRun::Sample> right);

struct RunOperand {
  const SampleRun& run;
  const Desc& desc;
};

/// One sample for each pair, with the stamps of the left side.  Instances are those of both sides;
/// a side without instances goes with each of the other.  A result that is no finite number is left
/// out.
SampleRun CombineRuns(Op op, const BoundNode& bound, const RunOperand& left,
                      const RunOperand& right, const SamplePairs& pairs);
/// The same with a constant on one side, whose run has one sample.
SampleRun CombineWithConstant(Op op, const BoundNode& bound, const RunOperand& left,
                              const RunOperand& right, bool constant_is_left);

}  // namespace fdr

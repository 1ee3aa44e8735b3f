// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/series_functions.h"

#include <algorithm>
#include <iterator>

namespace fdr {
namespace {

using Argument = SeriesFunction::Argument;

constexpr SeriesAxis kTime = SeriesAxis::kTime, kInstances = SeriesAxis::kInstances;

constexpr SeriesFunction kFunctions[] = {
    {"abs", SeriesOp::kAbsolute},
    {"avg", SeriesOp::kAverage},
    {"avg_inst", SeriesOp::kAverage},
    {"avg_sample", SeriesOp::kAverage, kInstances},
    {"floor", SeriesOp::kFloor},
    {"log", SeriesOp::kLogarithm, kTime, Argument::kBase},
    {"max", SeriesOp::kMaximum},
    {"max_inst", SeriesOp::kMaximum},
    {"max_sample", SeriesOp::kMaximum, kInstances},
    {"min", SeriesOp::kMinimum},
    {"min_inst", SeriesOp::kMinimum},
    {"min_sample", SeriesOp::kMinimum, kInstances},
    {"nth_percentile_inst", SeriesOp::kPercentile, kTime, Argument::kPercent},
    {"nth_percentile_sample", SeriesOp::kPercentile, kInstances, Argument::kPercent},
    {"rate", SeriesOp::kRate},
    {"rescale", SeriesOp::kRescale, kTime, Argument::kUnits},
    {"round", SeriesOp::kRound},
    {"sqrt", SeriesOp::kSquareRoot},
    {"stdev_inst", SeriesOp::kDeviation},
    {"stdev_sample", SeriesOp::kDeviation, kInstances},
    {"sum", SeriesOp::kSum},
    {"sum_inst", SeriesOp::kSum},
    {"sum_sample", SeriesOp::kSum, kInstances},
    {"topk_inst", SeriesOp::kTop, kTime, Argument::kCount},
    {"topk_sample", SeriesOp::kTop, kInstances, Argument::kCount},
};

}  // namespace

const SeriesFunction* FindSeriesFunction(std::string_view name) {
  const auto* const found = std::ranges::find(kFunctions, name, &SeriesFunction::name);
  return found == std::end(kFunctions) ? nullptr : found;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of an expression over series.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/series/bound_query.h"
#include "fdr/replay/serve/series/operand_samples.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

/// One series of the result, which borrows nothing.
struct ComputedSeries {
  std::string metric_id;  ///< stands in the place of an instance if a value has none
  Type type = Type::kDouble;
  std::shared_ptr<const SampleRun> run;
  std::shared_ptr<const InstanceSeriesIds> ids;
};

/// `windows` are those of the query's operands.  `budget` is how many values may be read and
/// computed; it becomes less.  Errors: kTooLarge; kInvalidArgument if operands have different
/// windows, and different numbers of samples.
Result<std::vector<ComputedSeries>> ComputeValues(const SeriesQuery& query, const BoundQuery& bound,
                                                  const std::vector<SeriesWindow>& windows,
                                                  const HttpRequest& request, std::size_t& budget);

}  // namespace fdr

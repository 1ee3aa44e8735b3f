// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series that an operand of an expression means.

#pragma once

#include <vector>

#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/serve/series/series_answers.h"

namespace fdr {

/// Source after source, without series that clients cannot show.  Several sources may have the same
/// series.
Result<std::vector<FoundSeries>> MatchingSeries(const SeriesOperand& operand,
                                                const SeriesQuestion& question);

}  // namespace fdr

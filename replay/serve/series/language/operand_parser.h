// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Parses the conditions and the window of an operand.
//
//   conditions  comparisons, combined by || and, which binds closer, by && or a comma
//   comparison  KEY OPERATOR VALUE
//   item        KEYWORD : VALUE

#pragma once

#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/serve/series/language/series_words.h"

namespace fdr {

// False after an error.

/// From "{" to "}".  At least one condition.
bool ParseSeriesConditions(SeriesWords& words, std::vector<SeriesCondition>& conditions);
/// From "[" to "]".  At least one item.
bool ParseSeriesWindow(SeriesWords& words, SeriesWindowText& window);

}  // namespace fdr

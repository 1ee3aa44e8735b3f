// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Parses an expression of /series/query.
//
//   query       NAME | [NAME] "{" conditions "}", then perhaps "[" items "]"
//   conditions  comparisons, combined by || and, which binds closer, by && or a comma
//   comparison  KEY OPERATOR VALUE
//   item        KEYWORD : VALUE

#pragma once

#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/series/series_query.h"

namespace fdr {

/// kInvalidArgument with the words of PCP's pmproxy, and a caret below the place:
///
///   cannot parse given string
///
///   kernel.all.load{
///                  ^ -- syntax error
Result<SeriesQuery> ParseSeriesQuery(std::string_view text);

}  // namespace fdr

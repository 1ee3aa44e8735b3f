// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Parses an expression of /series/query.
//
//   query     sum | "{" conditions "}" ["[" items "]"]
//   sum       products, combined by + and -
//   product   factors, combined by * and /
//   factor    NUMBER | "(" sum ")" | FUNCTION "(" sum [, argument] ")" | operand
//   operand   NAME ["{" conditions "}"] ["[" items "]"]
//
// Either all operands have a window, or none.

#pragma once

#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/series/language/series_query.h"

namespace fdr {

/// kInvalidArgument with the words of PCP's pmproxy, and a caret below the place:
///
///   cannot parse given string
///
///   kernel.all.load{
///                  ^ -- syntax error
///
/// kTooLarge beyond limits: a walk from the root goes no deeper than 256 nodes.
Result<SeriesQuery> ParseSeriesQuery(std::string_view text);

}  // namespace fdr

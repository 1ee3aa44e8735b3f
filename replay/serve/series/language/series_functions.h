// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions of expressions over series.  What they do: docs/series-api.md.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/replay/serve/series/language/series_query.h"

namespace fdr {

struct SeriesFunction {
  enum class Argument : std::uint8_t {
    kNone,
    kUnits,    ///< a text
    kCount,    ///< an integer
    kPercent,  ///< an integer up to 100
    kBase,     ///< a number, or no argument at all
  };

  std::string_view name;
  SeriesOp op;
  SeriesAxis axis = SeriesAxis::kTime;
  Argument argument = Argument::kNone;
};

/// Null for an unknown name.
const SeriesFunction* FindSeriesFunction(std::string_view name);

}  // namespace fdr

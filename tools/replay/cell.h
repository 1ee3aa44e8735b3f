// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One value of a table.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "fdr/replay/fetch_result.h"

namespace fdr::tools {

/// Nothing, a number as precise as its metric's, or a text.
using Cell = std::variant<std::monostate, std::int64_t, std::uint64_t, float, double, std::string>;

Cell CellOf(const FetchedValue& value, const Desc& desc);

/// What a counter grew by in a second, times `scale`.  Nothing if it went back: it was set anew.
Cell Rate(const Cell& earlier, const Cell& later, double seconds, double scale);

/// Nothing for a text, too.
std::optional<double> NumberOf(const Cell& cell);

/// For people: three decimals, but of whole numbers none; "-" for nothing.
std::string ReadableText(const Cell& cell);
/// For programs: the shortest text that reads back as the same number; "" for nothing.
std::string ExactText(const Cell& cell);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One value of a table.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "fdr/replay/counter_rule.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {
class JsonWriter;
}  // namespace fdr

namespace fdr::tools {

/// Nothing, a number as precise as those of its metric, or a text.
using Cell = std::variant<std::monostate, std::int64_t, std::uint64_t, float, double, std::string>;

Cell CellOf(const FetchedValue& value, const Desc& desc);

/// The growth of a counter of this type per second, times `scale`.  Nothing if the counter was
/// reset.
Cell Rate(Type type, const Cell& earlier, const Cell& later, double seconds, double scale,
          CounterRule rule = kOwnCounterRule);

/// The cell as a number; nothing if it is empty or a text.
std::optional<double> NumberOf(const Cell& cell);

/// For people: three decimals, none for whole numbers; "-" for an empty cell.
std::string ReadableText(const Cell& cell);
/// For programs: the shortest text that reads back as the same number; "" for an empty cell.
std::string ExactText(const Cell& cell);

/// The same in JSON; null for an empty cell.
void WriteJson(const Cell& cell, JsonWriter& json);

}  // namespace fdr::tools

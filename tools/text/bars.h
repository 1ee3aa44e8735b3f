// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A row of bars, one character each: a curve in the line of a table.

#pragma once

#include <optional>
#include <span>
#include <string>

namespace fdr::tools {

/// A bar for each height from 0 to 1; a blank for a missing one.
std::string Bars(std::span<const std::optional<double>> heights, bool utf8);

/// The same for a course of values: the highest one fills its cell.  The bars begin at zero, unless
/// the values are far from it, compared with their spread.
std::string Sparkline(std::span<const std::optional<double>> values, bool utf8);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of requests to an agent, and the numbers in them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"

namespace fdr::tools {

/// Where the last word of a line begins, with its quotes; the end, if a blank is there.
std::size_t LastWord(std::string_view line);
/// The word in quotes, if it needs them.
std::string QuotedWord(const std::string& word);

/// A decimal number up to `largest`.
std::optional<std::uint32_t> WholeNumber(std::string_view word, std::uint32_t largest);
/// "29.0.5"; nothing for other words, and for numbers that are too large.
std::optional<MetricId> MetricIdOf(std::string_view word);
/// "29.1".
std::optional<InDomId> InDomIdOf(std::string_view word);

}  // namespace fdr::tools

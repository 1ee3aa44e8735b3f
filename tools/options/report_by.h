// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reports that say the same by something else: `:ps --by unit`.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// Replaces ":ps" by the report of its processes by `by`, and takes `by` away.  If there is no such
/// report among the arguments, or no such word, `by` is the metric that --top compares: an error
/// without `has_top`.
Result<void> ChooseReportsBy(std::vector<std::string>& arguments, std::optional<std::string>& by,
                             bool has_top);

/// How users write a report: "ps --by unit" for "ps-by-unit".
std::string FormOfReport(std::string_view name);

/// The words behind --by: "program", ...
std::vector<std::string> WordsOfBy();

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metrics that count in percent, such as filesys.full: compared with "90 %", they are compared with
// 90, and not with 0.9.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/expression.h"

namespace fdr::tools {

/// Turns the percentages that such a metric is compared with into its own numbers.  A metric counts
/// in percent if it has no units and its one-line help text says "percent".  Returns what was
/// turned: "filesys.full counts in percent: 90 % is 90".
std::vector<std::string> AdaptPercentages(Context& source, Expression& expression);

}  // namespace fdr::tools

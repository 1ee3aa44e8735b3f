// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a summary shows if none are named: how a machine is, in the order in which
// people look for trouble, and then which processes made it.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"

namespace fdr::tools {

/// The metrics of the list that the source has.  Empty if it has none of them.
std::vector<std::string> DefaultMetrics(Context& context);

/// Names with numbers for all metrics of the source, sorted.
Result<std::vector<std::string>> NumericMetrics(Context& context);

}  // namespace fdr::tools

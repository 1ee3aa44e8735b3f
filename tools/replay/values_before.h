// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values that were recorded before a window and hold in it: the command line of a process is
// recorded once, when the process begins.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/series/sampler.h"

namespace fdr::tools {

/// A row with the columns whose values stay until they change (discrete ones), as they are at
/// `time`.  Moves the context.
Row ValuesBefore(Context& context, const std::vector<Column>& columns, Timestamp time);

/// Says that the window has no values, and how to see those around it.  Moves the context.
std::string NothingBetween(Context& context, const std::vector<Column>& columns, const Plan& plan);

/// Fills the empty cells of `row`.
void FillFrom(const Row& before, Row& row);

}  // namespace fdr::tools

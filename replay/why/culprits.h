// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The culprits: the programs whose use has grown most, beside the time around the stretch.

#pragma once

#include <span>
#include <vector>

#include "fdr/replay/why/finding.h"
#include "fdr/replay/why/process_usage.h"
#include "fdr/replay/why/usage_totals.h"

namespace fdr::why {

/// Ranks the processes by what the finding is about, and names the first ones.
void NameCulprits(std::span<const ProcessUsage> processes, const UsageTotals& totals,
                  const UsageWindow& window, Finding& finding);

}  // namespace fdr::why

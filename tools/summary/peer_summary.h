// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr summary --pcp`: prints what pmlogsummary prints.

#pragma once

#include <string>

#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/summary/summary_command.h"

namespace fdr::tools {

/// All that it prints.
Result<std::string> PeerSummaryText(const SummaryCommand& command, DamageReport& damage);

/// The exit status.
int RunAsPeer(const SummaryCommand& command);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr summary --pcp`: prints what pmlogsummary prints.

#pragma once

#include "fdr/tools/summary/summary_command.h"

namespace fdr::tools {

/// The exit status.
int RunAsPeer(const SummaryCommand& command);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr diff --pcp`: what pmdiff prints.

#pragma once

#include "fdr/tools/diff/diff_command.h"

namespace fdr::tools {

int RunAsPeer(const DiffCommand& command);

}  // namespace fdr::tools

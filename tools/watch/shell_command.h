// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The command of a rule's shell action.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/replay/rules/rule_runner.h"
#include "fdr/tools/run/started_program.h"

namespace fdr::tools {

/// Texts of the source are tamed in the command (tame_text.h).  In its environment they are as they
/// are: FDR_RULE, FDR_HOST, FDR_TIME; and FDR_INSTANCES and FDR_VALUES, with a line for each.
/// kTooLarge if the command would be cut.
Result<ProgramRequest> ShellCommand(const RuleFiring& firing);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr find --rules`: the actions that the rules of a file would have run.

#pragma once

#include "fdr/tools/find/find_command.h"
#include "fdr/tools/rules/asked_rules.h"

namespace fdr::tools {

int FindFirings(const FindCommand& command, const AskedRules& rules);

}  // namespace fdr::tools

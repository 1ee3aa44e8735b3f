// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rewriting rules from files and directories.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr {

/// Reads files, and all files of directories in the order of their names, but none that begins with
/// a dot.  kNotFound, kIo; kInvalidArgument and kTooLarge as from ParseRewriteRules().
Result<RewriteRules> LoadRewriteRules(const std::vector<std::string>& paths);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The changes that rewriting rules make, as PCP's pmlogrewrite lists them with -v.

#pragma once

#include <string>

#include "fdr/archive/archive.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/replay/copy/rewrite/rule_table.h"

namespace fdr::tools {

/// The lines about label, domains and metrics, in the order of the archive; may be empty.
std::string ChangesOf(const RewriteRules& rules, const RuleTable& table, const Archive& archive);

}  // namespace fdr::tools

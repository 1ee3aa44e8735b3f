// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the texts of files to rewriting rules.

#pragma once

#include <cstddef>
#include <memory>

#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr {

/// Adds the rules of a file, which may have none.  kInvalidArgument points at the first place that
/// is wrong; then the rules must not be used.  kTooLarge for more than kMostRuleBytes in all files.
Result<void> ParseRewriteRules(std::shared_ptr<const RuleText> file, RewriteRules& rules);

inline constexpr std::size_t kMostRuleBytes = std::size_t{4} << 20;

/// Patterns need memory.
inline constexpr std::size_t kMostPatterns = 1000;

}  // namespace fdr

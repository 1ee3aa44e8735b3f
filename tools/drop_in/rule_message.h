// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Complaints and warnings about rewriting rules, in the words of PCP's pmlogrewrite:
//
//   Specification error in configuration file (load.rules)
//   [line 3] Duplicate type clause for metric kernel.all.load

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr::tools {

struct RuleMessage {
  std::string text;
  /// Where it is in the rules.  Nothing: all of them together are wrong.
  std::optional<ClausePlace> place;
};

/// On standard error.
void PrintRuleError(const RewriteRules& rules, const RuleMessage& message);
void PrintRuleWarning(const RewriteRules& rules, const RuleMessage& message);

/// An error of the parser, or of the stage.
void PrintRuleError(const RewriteRules& rules, const Error& error);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rules that a command line names: read once, and bound to each source.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/rules/bound_rule.h"
#include "fdr/replay/rules/rule_text.h"

namespace fdr::tools {

/// From one evaluation to the next, as for PCP.
inline constexpr const char* kDefaultDelta = "10s";

struct AskedRules {
  RuleText text;
  std::vector<ParsedRule> parsed;
};

/// The rules in a file; "-" is standard input.
Result<AskedRules> ReadRules(const std::string& file);

/// A source, for messages: "" if there is only one.
struct RuleSource {
  Context& context;
  const DerivedTable& derived;
  std::string name;
  std::int64_t delta;  ///< nanoseconds
};

/// The rules that can be evaluated on the source.  Unless `quiet`, reports which are left out.
Result<BoundRules> RulesOn(const RuleSource& source, const AskedRules& rules, bool quiet);

/// Reports an error in front of the first evaluation.  Returns kUsage if the command line or a file
/// that it names is wrong, and kFailed otherwise.
int FailRules(const Error& error);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/rules/asked_rules.h"

#include <cstdio>
#include <utility>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

constexpr std::size_t kLargestRules = 1 << 20;

Result<AskedRules> ReadRules(const std::string& file) {
  Result<std::string> read = file == "-" ? ReadToEnd(stdin, "standard input", kLargestRules)
                                         : ReadTextFile(file, kLargestRules);
  if (!read) return Fail(read.error());
  RuleText text(file == "-" ? "standard input" : file, std::move(*read));
  Result<std::vector<ParsedRule>> parsed = ParseRules(text);
  if (!parsed) return Fail(parsed.error());
  return AskedRules{std::move(text), std::move(*parsed)};
}

Result<BoundRules> RulesOn(const RuleSource& source, const AskedRules& rules, bool quiet) {
  DerivedContext metrics(source.context, source.derived, TellOfSenseless(source.name));
  Result<BoundRules> bound = BindRules(rules.text, rules.parsed, metrics, source.delta);
  if (!bound || quiet) return bound;
  for (const std::string& rule : bound->left_out)
    PrintError("warning: " + rule + "; its rule is left out");
  return bound;
}

int FailRules(const Error& error) {
  PrintError(error);
  return error.code == Errc::kInvalidArgument || error.code == Errc::kTooLarge ? kUsage : kFailed;
}

}  // namespace fdr::tools

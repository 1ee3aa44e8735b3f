// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/rules_file.h"

#include <cstdio>
#include <utility>

#include "fdr/replay/text/text_file.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

constexpr std::size_t kLargestRules = 1 << 20;

Result<RuleText> ReadRules(const std::string& file) {
  Result<std::string> text = file == "-" ? ReadToEnd(stdin, "standard input", kLargestRules)
                                         : ReadTextFile(file, kLargestRules);
  if (!text) return Fail(text.error());
  return RuleText(file == "-" ? "standard input" : file, std::move(*text));
}

Result<DerivedTable> DefinedMetrics(const DeriveOptions& options) {
  DerivedTable table;
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  if (const auto defined = DefineOfOptions(options, table); !defined) return Fail(defined.error());
  return table;
}

void TellOfLeftOut(const std::vector<std::string>& left_out) {
  for (const std::string& rule : left_out)
    PrintError("warning: " + rule + "; its rule is left out");
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/rewrite_parser.h"

#include <utility>

#include "fdr/replay/copy/rewrite/clause_parser.h"

namespace fdr {

Result<void> ParseRewriteRules(std::shared_ptr<const RuleText> file, RewriteRules& rules) {
  std::size_t size = file->text().size();
  for (const auto& other : rules.files) size += other->text().size();
  if (size > kMostRuleBytes)
    return Fail(Errc::kTooLarge, "More than 4 MiB of rewriting rules", file->file());
  rules.files.push_back(std::move(file));
  RewriteScanner scanner(*rules.files.back());
  ClauseParser parser(scanner, rules);
  while (!scanner.AtEnd()) {
    Result<void> parsed;
    if (scanner.TakeKeyword("global"))
      parsed = parser.ParseGlobal();
    else if (scanner.TakeKeyword("indom"))
      parsed = parser.ParseInDom();
    else if (scanner.TakeKeyword("metric"))
      parsed = parser.ParseMetric();
    else if (scanner.TakeKeyword("text"))
      parsed = parser.ParseText();
    else if (scanner.TakeKeyword("label"))
      parsed = parser.ParseLabel();
    else
      return scanner.Complain("global, indom, metric, text or label is expected");
    if (!parsed) return parsed;
  }
  return {};
}

}  // namespace fdr

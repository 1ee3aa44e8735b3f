// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/access_file.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "fdr/replay/serve/access/access_statements.h"
#include "fdr/replay/serve/access/access_words.h"
#include "fdr/replay/serve/access/system_names.h"
#include "fdr/replay/text/text_file.h"

namespace fdr::tools {

namespace {

Result<std::string> ReadRules(const std::string& path) {
  constexpr std::size_t kLargest = 1 << 20;
  Result<std::string> text = ReadTextFile(path, kLargest);
  if (text && text->size() > kLargest)
    return Fail(Errc::kTooLarge, "a file with rules of access has at most 1 MiB", path);
  return text;
}

// The rules beside a list of agents belong to it.
Result<std::vector<AccessStatement>> StatementsOfAgents(const std::string& list) {
  std::vector<AccessStatement> all;
  for (const std::string& path : {list, list + ".access"}) {
    const Result<std::string> text = ReadRules(path);
    if (!text && text.error().code == Errc::kNotFound && path != list) continue;
    if (!text) return Fail(text.error());
    if (path == list && !HasAccessSection(*text)) continue;
    Result<std::vector<AccessStatement>> statements = ParseAccess(*text, path);
    if (!statements) return Fail(statements.error());
    std::ranges::move(*statements, std::back_inserter(all));
  }
  return all;
}

Result<std::vector<AccessStatement>> StatementsIn(const std::string& path) {
  const Result<std::string> text = ReadRules(path);
  if (!text) return Fail(text.error());
  return ParseAccess(*text, path);
}

}  // namespace

Result<AccessControl> ReadAccess(const std::optional<std::string>& path,
                                 const std::optional<std::string>& agents) {
  if (!path && !agents) return AccessControl();
  const Result<std::vector<AccessStatement>> statements =
      path ? StatementsIn(*path) : StatementsOfAgents(*agents);
  if (!statements) return Fail(statements.error());
  return AccessControl::Make(*statements, SystemNames());
}

}  // namespace fdr::tools

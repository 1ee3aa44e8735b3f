// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/web_api/name_choice.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "fdr/replay/pattern/text_pattern.h"

namespace fdr {
namespace {

// Whether one of the patterns is in the name, or is the whole name.
Answered<NameChoice> PatternChoice(const std::vector<std::string>& wanted, bool is_regex) {
  auto patterns = std::make_shared<std::vector<TextPattern>>();
  for (const std::string& text : wanted) {
    auto pattern = is_regex ? TextPattern::Regex(text) : TextPattern::Glob(text);
    if (!pattern) return Refuse(text + " - invalid pattern: " + pattern.error().what);
    patterns->push_back(std::move(*pattern));
  }
  return [patterns, is_regex](const std::string& name) {
    return std::ranges::any_of(*patterns, [&](const TextPattern& one) {
      return is_regex ? one.IsIn(name) : one.MatchesWhole(name);
    });
  };
}

}  // namespace

Answered<NameChoice> NameChoiceOf(const HttpRequest& request, std::vector<std::string> wanted) {
  const std::string_view match = request.parameters.Get("match");
  if (match == "regex" || match == "glob") return PatternChoice(wanted, match == "regex");
  if (!match.empty() && match != "exact")
    return Refuse(std::string(match) + " - invalid 'match' parameter value");
  return [wanted = std::move(wanted)](const std::string& name) {
    return std::ranges::find(wanted, name) != wanted.end();
  };
}

}  // namespace fdr

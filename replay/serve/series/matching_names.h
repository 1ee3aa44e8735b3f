// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lists of names that clients ask for, with or without a pattern.

#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/serve/http/parameters.h"
#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

/// Each name once, in the order of the alphabet.
class MatchingNames {
 public:
  /// Those that match the glob of the parameter "match"; without it, all.
  static Result<MatchingNames> For(const Parameters& parameters) {
    MatchingNames names;
    const std::string* match = parameters.Find("match");
    if (match == nullptr) return names;
    Result<TextPattern> pattern = TextPattern::Glob(*match);
    if (!pattern) return Fail(pattern.error());
    names.pattern_ = std::move(*pattern);
    return names;
  }

  void Add(std::string_view name) {
    if (!names_.contains(name) && (!pattern_ || pattern_->MatchesWhole(name))) names_.emplace(name);
  }

  /// A list in JSON.
  TextParts Text() && { return ListText(std::move(names_)); }

 private:
  using Names = std::set<std::string, std::less<>>;

  static TextParts ListText(Names names) {
    std::string text;
    JsonWriter json(text);
    json.BeginArray();
    for (const std::string& name : names) {
      co_yield json.Parts(name);
      co_yield text;
    }
    json.EndArray();
    co_return text;
  }

  std::optional<TextPattern> pattern_;
  Names names_;
};

}  // namespace fdr

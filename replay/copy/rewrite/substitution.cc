// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/substitution.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "fdr/replay/text/ascii.h"

namespace fdr {

Result<Substitution> Substitution::Make(std::string_view pattern, std::string_view replacement) {
  Result<TextPattern> compiled = TextPattern::Posix(pattern);
  if (!compiled) return Fail(compiled.error());
  std::vector<Part> parts(1);
  for (std::size_t i = 0; i < replacement.size(); ++i) {
    int group = -1;
    if (replacement[i] == '&') {
      group = 0;
    } else if (replacement[i] == '\\' && i + 1 < replacement.size()) {
      if (IsDigit(replacement[++i])) group = replacement[i] - '0';
    }
    if (group > compiled->groups())
      return Fail(Errc::kInvalidArgument,
                  fmt::format("the pattern has no group for \\{} in the replacement", group));
    if (group >= 0)
      parts.insert(parts.end(), {Part{{}, group}, Part{}});
    else
      parts.back().text += replacement[i];
  }
  return Substitution(std::move(*compiled), std::move(parts));
}

Result<bool> Substitution::Apply(std::string& text) const {
  const std::optional<std::vector<std::string_view>> match = pattern_.Match(text);
  if (!match) return false;
  const std::string_view whole = match->front();
  const std::size_t at = whole.empty() && whole.data() == nullptr
                             ? 0
                             : static_cast<std::size_t>(whole.data() - text.data());
  std::string changed = text.substr(0, at);
  for (const Part& part : parts_) {
    const std::string_view added =
        part.group < 0 ? part.text : (*match)[static_cast<std::size_t>(part.group)];
    if (changed.size() + added.size() > kLongest)
      return Fail(Errc::kTooLarge, "The rule would make a text of more than 1 MiB");
    changed += added;
  }
  changed.append(text, at + whole.size());
  if (changed.size() > kLongest)
    return Fail(Errc::kTooLarge, "The rule would make a text of more than 1 MiB");
  text = std::move(changed);
  return true;
}

}  // namespace fdr

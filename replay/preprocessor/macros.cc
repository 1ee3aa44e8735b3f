// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/macros.h"

#include <algorithm>

#include "fdr/replay/preprocessor/macro_name.h"

namespace fdr {
namespace {

/// A possible use of a macro at the beginning of a text.
struct Use {
  std::string_view name;
  std::size_t length = 0;  ///< with % and braces; 0 if there is no use
};

std::string_view NameAt(std::string_view text) {
  if (text.empty() || !IsMacroStart(text[0])) return {};
  const auto end = std::ranges::find_if_not(text, IsMacroCharacter);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

Use MarkedUseAt(std::string_view text) {
  const bool braces = text.substr(1).starts_with('{');
  const std::size_t begin = braces ? 2 : 1;
  const std::string_view name = NameAt(text.substr(begin));
  const std::size_t end = begin + name.size();
  if (name.empty() || (braces && !text.substr(end).starts_with('}'))) return {};
  return {name, braces ? end + 1 : end};
}

/// The place where the next use may begin.
std::size_t NextCandidate(MacroUse use, std::string_view text, std::size_t at) {
  if (use == MacroUse::kMarked) return std::min(text.find('%', at), text.size());
  const auto found =
      std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), IsMacroStart);
  return static_cast<std::size_t>(found - text.begin());
}

Use UseAt(MacroUse use, std::string_view text) {
  if (use == MacroUse::kMarked) return MarkedUseAt(text);
  const std::string_view name = NameAt(text);
  return {name, name.size()};
}

}  // namespace

void Macros::Undefine(std::string_view name) {
  const auto macro = values_.find(name);
  if (macro != values_.end()) values_.erase(macro);
}

std::string Macros::Expand(std::string_view text, std::size_t limit) const {
  if (values_.empty()) return std::string(text);
  std::string expanded;
  std::size_t at = 0;
  while (at < text.size() && expanded.size() <= limit) {
    const std::size_t next = NextCandidate(use_, text, at);
    expanded += text.substr(at, next - at);
    at = next;
    if (at == text.size()) break;
    const Use use = UseAt(use_, text.substr(at));
    const auto macro = use.length > 0 ? values_.find(use.name) : values_.end();
    // A bare name is skipped as a whole: its end must not be taken for another name.
    const std::size_t length = macro != values_.end() || use_ == MacroUse::kBare ? use.length : 1;
    expanded += macro != values_.end() ? std::string_view(macro->second) : text.substr(at, length);
    at += length;
  }
  return expanded;
}

}  // namespace fdr

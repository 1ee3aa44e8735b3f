// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <string_view>

#include "fdr/replay/text/ascii.h"

namespace fdr {

constexpr bool IsMacroStart(char c) { return IsAlpha(c) || c == '_'; }
constexpr bool IsMacroCharacter(char c) { return IsMacroStart(c) || IsDigit(c); }

/// A name as in C.
inline bool IsMacroName(std::string_view text) {
  return !text.empty() && IsMacroStart(text[0]) && std::ranges::all_of(text, IsMacroCharacter);
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Texts without the digits of pseudonyms, so that a test can say what it expects.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "fdr/replay/copy/scrub/name_kinds.h"
#include "fdr/replay/copy/scrub/pseudonyms.h"

namespace fdr::test {

/// "user-q3k7hz2mfb4ra" -> "user-*"
inline std::string Blanked(std::string text) {
  for (std::size_t k = 0; k < kNameKinds; ++k)
    for (const char mark : {'-', '_'}) {
      const std::string beginning = std::string(WordOf(static_cast<NameKind>(k))) + mark;
      for (std::size_t at = text.find(beginning); at != text.npos;
           at = text.find(beginning, at + 1)) {
        const std::size_t digits = at + beginning.size();
        const std::size_t end = std::min(
            text.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567", digits), text.size());
        if (end - digits == Pseudonyms::kDigits) text.replace(digits, end - digits, "*");
      }
    }
  return text;
}

}  // namespace fdr::test

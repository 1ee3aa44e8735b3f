// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/comments.h"

#include <algorithm>

namespace fdr {

std::optional<std::size_t> BlankComments(std::string& text) {
  for (std::size_t begin = 0; (begin = text.find("/*", begin)) != text.npos;) {
    const std::size_t end = text.find("*/", begin + 2);
    if (end == text.npos) return begin;
    std::replace_if(
        text.begin() + static_cast<std::ptrdiff_t>(begin),
        text.begin() + static_cast<std::ptrdiff_t>(end + 2), [](char c) { return c != '\n'; }, ' ');
    begin = end + 2;
  }
  return std::nullopt;
}

}  // namespace fdr

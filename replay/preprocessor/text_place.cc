// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/preprocessor/text_place.h"

#include "fdr/replay/text/caret.h"

namespace fdr {

Error ErrorAt(const TextPlace& place, std::string_view line, std::size_t at,
              std::string_view complaint) {
  constexpr std::size_t kBefore = 60, kShown = 120;
  const std::size_t begin = at > kBefore ? at - kBefore : 0;
  Error error = CaretError(line.substr(begin, kShown), at - begin, "here");
  error.what.insert(0, std::string(complaint) + "\n");
  error.file = place.Text();
  return error;
}

}  // namespace fdr

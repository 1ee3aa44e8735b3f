// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/caret.h"

#include "fdr/replay/ascii.h"

namespace fdr {

Error CaretError(std::string_view text, std::size_t at, std::string_view complaint) {
  std::string message(text);
  message += '\n';
  // Tabs stay tabs, and characters of several bytes stay what they are: one column.
  for (const char c : text.substr(0, at)) message += IsPrintable(c) ? ' ' : c;
  message.append("^ -- ").append(complaint) += '\n';
  return {Errc::kInvalidArgument, std::move(message), {}, 0};
}

}  // namespace fdr

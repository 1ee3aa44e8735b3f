// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/caret.h"

#include "fdr/replay/text/ascii.h"

namespace fdr {

std::string LineBelow(std::string_view text, std::size_t at) {
  std::string line;
  for (const char c : text.substr(0, at)) line += IsPrintable(c) ? ' ' : c;
  return line;
}

Error CaretError(std::string_view text, std::size_t at, std::string_view complaint) {
  std::string message(text);
  message += '\n';
  message.append(LineBelow(text, at)).append("^ -- ").append(complaint) += '\n';
  return {Errc::kInvalidArgument, std::move(message), {}, 0};
}

}  // namespace fdr

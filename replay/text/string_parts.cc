// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/text/string_parts.h"

#include "fdr/replay/text/utf8.h"

namespace fdr {

StringParts::StringParts(std::string_view string, std::string& out)
    : StringParts(string, out, [](std::string_view piece, std::string& text) { text += piece; }) {}

bool StringParts::AppendNext() {
  if (out_ == nullptr) return false;
  if (rest_.size() > kMost) {
    const std::string_view piece = rest_.substr(0, WholeCharacters(rest_.substr(0, kMost)));
    append_(piece, *out_);
    rest_.remove_prefix(piece.size());
    return true;
  }
  append_(rest_, *out_);
  *out_ += end_;
  out_ = nullptr;
  return true;
}

}  // namespace fdr

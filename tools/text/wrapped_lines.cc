// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/wrapped_lines.h"

#include <algorithm>

#include "fdr/tools/text/display_text.h"

namespace fdr::tools {

std::vector<std::string> WrappedLines(std::string_view text, int width,
                                      std::string_view first_indent, std::string_view indent) {
  std::vector<std::string> lines;
  std::string line(first_indent);
  bool is_empty = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (!is_empty && DisplayWidth(line) + 1 + DisplayWidth(word) > width) {
      lines.push_back(line);
      line = indent;
      is_empty = true;
    }
    if (!is_empty) line += ' ';
    line += word;
    is_empty = false;
  }
  lines.push_back(line);
  return lines;
}

}  // namespace fdr::tools

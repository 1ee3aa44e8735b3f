// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/html_text.h"

#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

std::string Escaped(std::string_view printable) {
  std::string escaped;
  for (const char c : printable) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace

std::string HtmlText(std::string_view text) { return Escaped(Printable(text)); }
std::string HtmlLines(std::string_view text) { return Escaped(PrintableLines(text)); }

}  // namespace fdr::tools

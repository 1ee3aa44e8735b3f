// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A spreadsheet runs a cell that begins with one of "=+-@", a tab or an end of a line, even in
// quotes.  With an apostrophe in front the cell is text.

#include "fdr/tools/text/csv_text.h"

namespace fdr::tools {
namespace {

bool IsRun(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r\n").find(text[0]) != std::string_view::npos;
}

}  // namespace

void AppendCsvText(std::string_view text, bool safe, std::string& out) {
  const bool is_marked = safe && IsRun(text);
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    if (is_marked) out += '\'';
    out += text;
    return;
  }
  out += '"';
  if (is_marked) out += '\'';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace fdr::tools

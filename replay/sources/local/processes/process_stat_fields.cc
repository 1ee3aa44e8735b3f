// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/process_stat_fields.h"

#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {

// A program's name may contain anything, also blanks and parentheses.  Only the last parenthesis
// can be the one that ends it.
std::optional<StatFields> StatFields::Parse(std::string_view text) {
  StatFields fields;
  const std::size_t open = text.find('('), close = text.rfind(')');
  if (close == std::string_view::npos || open > close || !FieldScanner(text).Number(fields.pid))
    return std::nullopt;
  fields.program = text.substr(open + 1, close - open - 1);
  FieldScanner in(text.substr(close + 1));
  fields.state = in.Word();
  while (fields.count < kStatFieldCount && in.Number(fields.numbers[fields.count])) ++fields.count;
  if (fields.count <= StatFieldIndex("rss") || fields.state.empty()) return std::nullopt;
  return fields;
}

}  // namespace fdr::local

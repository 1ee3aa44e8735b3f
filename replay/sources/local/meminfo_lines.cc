// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/meminfo_lines.h"

#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {

void FillFromLines(std::string_view content, std::string_view prefix, KeyedColumns& columns,
                   Grid& grid) {
  std::size_t position = 0;
  for (FieldScanner in(content); !in.AtEnd(); ++position) {
    FieldScanner line(in.Line());
    line.Skip(prefix);
    std::string_view key = line.Word();
    if (key.ends_with(':')) key.remove_suffix(1);
    const Column column = columns.At(position, key);
    std::uint64_t number = 0;
    if (column != kNoColumn && line.Number(number)) grid.SetInteger(column, number);
  }
}

}  // namespace fdr::local

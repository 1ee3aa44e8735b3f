// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A table of cells that fits a width: columns that matter less are left out, and long names get
// a line of their own.
//
//   disk.dev.total_bytes
//     sda                 MiB/s   1.23   0.50   14.2  03:55:10
//   kernel.all.load               0.52   0.40   2.10  03:56:00

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fdr::tools {

struct TableColumn {
  std::string title;
  int importance = 0;  ///< the least important columns are left out first; 0: never
  bool is_left = false;
};

struct TableRow {
  std::string name;                ///< fit for a terminal
  std::vector<std::string> cells;  ///< one for each column; none: a line of its own, not cut
};

/// With width 0, everything is shown.
void AppendTable(const std::string& name_title, const std::vector<TableColumn>& columns,
                 const std::vector<TableRow>& rows, int width, bool utf8, std::string& out);

}  // namespace fdr::tools

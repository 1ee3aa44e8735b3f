// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The format of /proc/meminfo, which NUMA nodes, processes and control groups use, too.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/replay/local/grid.h"
#include "fdr/replay/local/keyed_columns.h"

namespace fdr::local {

/// Puts the numbers of lines like "MemFree:  4711 kB" or "pgfault 4711" into the columns of these
/// names, in the last row of `grid`.  `prefix` comes before the name in every line.
void FillFromLines(std::string_view content, std::string_view prefix, KeyedColumns& columns,
                   Grid& grid);

}  // namespace fdr::local

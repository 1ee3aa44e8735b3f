// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The format of /proc/meminfo, also used for NUMA nodes, processes and control groups.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/replay/sources/local/grid.h"
#include "fdr/replay/sources/local/keyed_columns.h"

namespace fdr::local {

/// Takes lines like "MemFree:  4711 kB" or "pgfault 4711", and puts the numbers into the columns
/// with these names, in the last row of `grid`.  `prefix` stands before the name in every line.
void FillFromLines(std::string_view content, std::string_view prefix, KeyedColumns& columns,
                   Grid& grid);

}  // namespace fdr::local

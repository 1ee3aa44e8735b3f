// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The CPU time of a machine by program, by user and by unit: all of it, also that of processes
// which no sample has seen, and the part that belongs to none (docs/guide/processes.md).

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/series/columns.h"

namespace fdr::tools {

struct Diff;

struct CpuShare {
  std::string name;
  double before = 0, after = 0;  ///< in the units of the column
};

struct CpuShares {
  const char* by = "";             ///< "program", "user" or "unit"
  const Column* column = nullptr;  ///< any of its columns
  /// Those that changed most, then the rest of them, "(other)", and "(unexplained)", if the archive
  /// has the CPU time of the machine.
  std::vector<CpuShare> shares;
};

/// None if the archive does not have the shares.
std::vector<CpuShares> CpuSharesOf(const Diff& diff);

}  // namespace fdr::tools

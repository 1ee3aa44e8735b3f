// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which processes use more than before, of each resource those with the largest growth.

#pragma once

#include <vector>

namespace fdr::tools {

struct Column;
struct DiffRow;

struct BusierProcess {
  const char* resource = "";       ///< "CPU", "memory" or "disk"
  const Column* column = nullptr;  ///< a metric of the process, with the units of `growth`
  double growth = 0;               ///< of the mean
};

/// The rows must have all instances.
std::vector<BusierProcess> FindBusierProcesses(const std::vector<DiffRow>& rows);

}  // namespace fdr::tools

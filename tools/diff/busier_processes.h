// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which processes use more than before, of each resource those with the largest growth.

#pragma once

#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/tools/summary/process_words.h"

namespace fdr::tools {

struct Column;
struct DiffRow;

struct BusierProcess {
  const char* resource = "";       ///< "CPU", "memory" or "disk"
  const Column* column = nullptr;  ///< a metric of the process, with the units of `growth`
  double growth = 0;               ///< of the mean
  Timestamp when;                  ///< it was running, and used most
  ProcessWords words;              ///< to be filled by the caller
};

/// The rows must have all instances.
std::vector<BusierProcess> FindBusierProcesses(const std::vector<DiffRow>& rows);

}  // namespace fdr::tools

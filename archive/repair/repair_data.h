// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies the good data from the damaged volumes of an archive to the repaired ones.
//
// Good records are copied byte for byte, and sorted by time if necessary.  Three things are
// dropped: bytes that are no record; single records with time stamps that contradict the others;
// sets of values that cannot be read, because their metric is not described or described
// differently.  A mark replaces missing records, so that no reader interpolates across the gap.

#pragma once

#include <string>

#include "fdr/archive/files/file_system.h"
#include "fdr/archive/repair/data_times.h"
#include "fdr/archive/repair/repair_metadata.h"
#include "fdr/archive/repair/volume_salvage.h"
#include "fdr/archive/report/repair_report.h"
#include "fdr/archive/write/index_writer.h"

namespace fdr {

struct DataTarget {
  std::string base;  ///< volumes are BASE.NUMBER
  FileSystem& files;
  IndexWriter& index;
  bool dry_run = false;  ///< discards all output
};

/// Writes the volumes with their numbers, and all index entries.  Adds a file to the report for
/// each volume, including missing volumes.
Result<void> RepairData(const DamagedData& data, const DataTimes& times,
                        const RepairedMetadata& metadata, const DataTarget& target,
                        RepairReport& report);

}  // namespace fdr

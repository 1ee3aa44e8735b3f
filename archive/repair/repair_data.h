// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What of the damaged data volumes of an archive goes into the repaired ones.
//
// Good records are copied byte for byte, and sorted by time where they are not.  Dropped are: what
// is no record; single records whose time stamps contradict the others; sets of values that cannot
// be read, because their metric is not described or is something else.  A mark stands where records
// are missing, so that no reader draws a line between the values on both sides.

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
  bool dry_run = false;  ///< what is written is nowhere
};

/// Writes the volumes, with the numbers that they have, and all index entries.  Adds a file to the
/// report for each volume, missing ones too.
Result<void> RepairData(const DamagedData& data, const DataTimes& times,
                        const RepairedMetadata& metadata, const DataTarget& target,
                        RepairReport& report);

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What of the damaged data volumes of an archive goes into the repaired ones.
//
// Good records are copied byte for byte.  Dropped are: what is no record; records whose time stamps
// contradict the others; sets of values that nobody can read, because their metric is not described
// or is something else.  A mark stands where records are missing, so that no reader draws a line
// between the values on both sides.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "fdr/archive/archive_name.h"
#include "fdr/archive/compressed_file.h"
#include "fdr/archive/file_system.h"
#include "fdr/archive/index_writer.h"
#include "fdr/archive/label_consensus.h"
#include "fdr/archive/repair_metadata.h"
#include "fdr/archive/repair_report.h"

namespace fdr {

struct DamagedVolume {
  VolumeFile file;
  MendedLabel label;
};

/// The volumes to repair, ascending, and what is known about them.
struct DamagedData {
  std::string base;
  std::vector<DamagedVolume> volumes;
  LabelRecord label;  ///< what all labels have in common, as far as is known
  SourceOptions source;
  /// Told how far the work is, from 0 to 1; false to stop it: kCancelled.
  std::function<bool(double)> keep_going;
};

/// Which data records are to be believed.
struct DataTimes {
  /// Of the repaired archive.  A single record from before what the label says is wrong itself, but
  /// several in order outvote the label: then this is the stamp of the first.
  Timestamp start;
  Timestamp end;  ///< of the last record
  /// The numbers, counted from 0, of the records that contradict the others.
  std::vector<std::size_t> wrong;
};

/// Reads all data.  kEmpty if there is not a single record.
Result<DataTimes> SurveyData(const DamagedData& data);

struct DataTarget {
  std::string base;  ///< volumes are BASE.NUMBER
  FileSystem& files;
  IndexWriter& index;
};

/// Writes the volumes, with the numbers that they have, and all index entries.  Adds a file to the
/// report for each volume, missing ones too.
Result<void> RepairData(const DamagedData& data, const DataTimes& times,
                        const RepairedMetadata& metadata, const DataTarget& target,
                        RepairReport& report);

}  // namespace fdr

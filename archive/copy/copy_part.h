// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies the records of a window of an archive to a new one.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/copy_progress.h"
#include "fdr/archive/copy/first_record.h"
#include "fdr/archive/copy/record_window.h"
#include "fdr/archive/copy/volume_bounds.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// All stamps of an archive with up to this many bytes of records are read, as for a replay: to
/// find out whether they go back.
inline constexpr std::uint64_t kSmallArchive = 16 << 20;

struct PartOptions {
  TimeSpan span = {};
  /// These come in front of the records of the window, but not alone.  Records of other
  /// archives are left out.
  FirstRecords begin_with = {};
  /// With a limit, volumes begin only where it says.
  VolumeBounds volumes = {};
  SourceOptions source = {};
  CopyProgress keep_going = {};
  /// Receives what the archive does not report itself: volumes that are missing.
  ProblemSink on_problem = {};
};

struct CopyReport {
  std::uint64_t records = 0;  ///< without marks
  std::uint64_t marks = 0;
  Timestamp first, last;    ///< of the records and marks
  std::uint64_t bytes = 0;  ///< of all files
  bool reaches_end = true;  ///< of a part: no whole record of the archive follows it
};

/// Writes the records as they are, in the order of time, and the metadata that they need
/// (copied_metadata.h).  The label has the stamp of the first record as its start; all else in it
/// is that of the archive.  Volumes begin where those of the archive do, and count from 0.  The
/// window does not begin with a mark.  If the archive ends after the window, metadata end with
/// the last record.
///
/// The files get their names when all of them are complete and on the medium; after an error no
/// file is left.  Memory follows the metadata and the largest record; of an unsorted archive, also
/// the number of records.
///
/// kEmpty without a record in the window; kExists if a file of `out` exists; kCancelled.
Result<CopyReport> CopyPart(const Archive& archive, const std::string& out,
                            const PartOptions& options, FileSystem& files = PosixFileSystem());

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes a sound archive out of a damaged one.  See docs/repair.md.

#pragma once

#include <functional>
#include <string>

#include "fdr/archive/files/file_system.h"
#include "fdr/archive/report/repair_report.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

struct RepairOptions {
  SourceOptions source;
  /// Reads and reports, writes nothing.
  bool dry_run = false;
  /// Told how far the work is, from 0 to 1; false to stop it.
  std::function<bool(double)> keep_going;
};

/// Writes what is good of the archive `in`, a name as FindArchive() takes it, as the archive with
/// the base name `out`; in a dry run, `out` is not looked at.  Files of `in` are only read.  Files
/// of `out` are never compressed, and get their names when all of them are complete: after an error
/// there are none.  Memory follows the largest record, the number of metrics, of metadata records
/// and of instances, and, only where time goes backwards, the number of data records.
///
/// Errors: kExists if there is something of the archive `out`; kMissingFile and kEmpty if there is
/// nothing to begin with; kUnsupportedVersion, kUnsupportedFeature; kIo; kCancelled.
Result<RepairReport> RepairArchive(const std::string& in, const std::string& out,
                                   const RepairOptions& options,
                                   FileSystem& files = PosixFileSystem());

}  // namespace fdr

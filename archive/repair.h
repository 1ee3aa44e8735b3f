// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes a sound archive from a damaged one.  See docs/repair.md.

#pragma once

#include <functional>
#include <string>

#include "fdr/archive/files/file_system.h"
#include "fdr/archive/report/repair_report.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

struct RepairOptions {
  SourceOptions source;
  /// Reads and reports, but writes nothing.
  bool dry_run = false;
  /// Called with the progress, from 0 to 1; returns false to stop the repair.
  std::function<bool(double)> keep_going;
};

/// Writes the good records of the archive `in`, a name as for FindArchive(), to a new archive with
/// the base name `out`.  A dry run ignores `out`.  Files of `in` are only read.  Files of `out` are
/// never compressed.  They get their names when all of them are complete; after an error no file is
/// left.  Memory follows the largest record and the numbers of metrics, metadata records and
/// instances.  Only if time goes backwards, it also follows the number of data records.
///
/// Errors: kExists if a file of the archive `out` exists; kMissingFile and kEmpty if `in` has too
/// little to start from; kUnsupportedVersion, kUnsupportedFeature; kIo; kCancelled.
Result<RepairReport> RepairArchive(const std::string& in, const std::string& out,
                                   const RepairOptions& options,
                                   FileSystem& files = PosixFileSystem());

}  // namespace fdr

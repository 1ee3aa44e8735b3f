// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies the files of an archive as they are.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/compress/compressing_files.h"
#include "fdr/archive/copy/copy_progress.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

/// Bytes in all files of an archive, as far as they can be seen.
std::uint64_t SizeOnDisk(const ArchiveFiles& files);

struct CopyFilesOptions {
  /// The files that have another compression are decoded.  What encodes them is the file system
  /// (compressing_files.h).  Nothing: compressed files are copied as they are.
  std::optional<ArchiveCompression> compression = {};
  SourceOptions source = {};
  CopyProgress keep_going = {};
};

/// Copies all files, byte for byte, compressed or not, to the archive `out`; returns their sizes
/// together.  The files get their names when all of them are complete and on the medium.  After an
/// error no file is left.
///
/// The archive may grow meanwhile: the copied files fit together.  A record that its writer has not
/// completed is left out, and so is such an index entry.  Reads no record but the last ones.
///
/// kExists if a file of `out` exists; kCancelled.
Result<std::uint64_t> CopyFiles(Archive& archive, const std::string& out,
                                const CopyFilesOptions& options = {},
                                FileSystem& files = PosixFileSystem());

}  // namespace fdr

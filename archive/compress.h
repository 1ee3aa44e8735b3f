// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replaces a file by one with the same content in another compression format, or uncompressed.

#pragma once

#include <functional>
#include <string>

#include "fdr/archive/compress/compress_file.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/source/source_options.h"

namespace fdr {

struct RecompressOptions {
  CompressOptions to;    ///< kNone as its format: not compressed
  SourceOptions source;  ///< how compressed files are read
  FileSystem* files = &PosixFileSystem();
  /// The caller knows that no process writes the file any more.  Otherwise this is checked.
  bool is_finished = false;
  /// Called now and then with the progress, from 0 to 1; returns false to stop the work.
  std::function<bool(double done)> keep_going;
};

struct Recompressed {
  std::string path;               ///< where the content is now
  bool is_replaced = true;        ///< false: the file stayed, as it would not get smaller
  std::uint64_t size_before = 0;  ///< on disk
  std::uint64_t size_after = 0;
  std::uint64_t content_size = 0;
};

/// The new file has the old one's name apart from the compression suffix, and its owner, mode and
/// times.  It is read again, compared and synced to the medium before the old file is removed.  An
/// error, or the end of the process, leaves the old file or both.  A draft with
/// StagedFiles::kSuffix may stay as well; the next attempt replaces it.  If a file with the new
/// name and the same content exists, this finishes an interrupted attempt.
///
/// Errors: kExists if a file with the new name has other content; kBusy if another process is
/// writing or compressing the file; kCancelled; errors of reading and writing.  The error is
/// kInvalidArgument if the file has that format already.
Result<Recompressed> RecompressFile(const std::string& path, const RecompressOptions& options);

}  // namespace fdr

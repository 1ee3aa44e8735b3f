// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Puts a file with the same content, but otherwise compressed or not at all, in a file's place.

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
  /// The caller knows that nobody writes the file any more.  Otherwise that is looked at.
  bool is_finished = false;
  /// Asked now and then, with the part of the work that is done, 0 to 1: false gives it up.
  std::function<bool(double done)> keep_going;
};

struct Recompressed {
  std::string path;         ///< where the content is now
  bool is_replaced = true;  ///< else the file was left as it is: compressed, it would be no smaller
  std::uint64_t size_before = 0;  ///< on disk
  std::uint64_t size_after = 0;
  std::uint64_t content_size = 0;
};

/// The new file has the old one's name but for the compression suffix, and its owner, mode and
/// times.  It was read again and compared, and is on the medium, before the old one is removed; an
/// error, or the end of the process, leaves the old one or both of them, and perhaps a file of that
/// name with StagedFiles::kSuffix, which the next attempt replaces.  Where the new name is taken by
/// a file with the same content, an attempt that was interrupted is finished; kExists if it is
/// another one.
/// Errors: kBusy where somebody else is writing or compressing the file, kCancelled,
/// kInvalidArgument if it is in that format already, and what reading and writing may give.
Result<Recompressed> RecompressFile(const std::string& path, const RecompressOptions& options);

}  // namespace fdr

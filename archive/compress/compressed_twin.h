// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What compressing left that was interrupted: of a file that is there, its compressed form besides.
// While the file stays as it is, that does no harm, and the next attempt finishes it
// (compress_command.h).  But when the file goes on, its compressed form is not that any more.

#pragma once

#include <string>

#include "fdr/archive/files/file_system.h"

namespace fdr {

/// Removes compressed forms of the file, as RecompressFile() makes them, of which it has all; and
/// what was to become one.  kExists, and nothing is changed, if there is one that holds something
/// else.  The caller has locked the file, so that nobody is about to compress it.
Result<void> RemoveCompressedTwins(FileSystem& files, const std::string& path);

}  // namespace fdr

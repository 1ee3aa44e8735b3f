// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Removes the leftovers of an interrupted compression: a compressed form beside the plain file.  It
// does no harm while the plain file stays unchanged, and the next attempt finishes the work.  But
// when the plain file is continued, its compressed form gets out of date.

#pragma once

#include <string>

#include "fdr/archive/files/file_system.h"

namespace fdr {

/// Removes compressed forms of the file, as RecompressFile() makes them, if the file begins with
/// all of their content; also removes unfinished ones.  kExists, and nothing changes, if a
/// compressed form has other content.  The caller has locked the file, so that no process
/// compresses it now.
Result<void> RemoveCompressedTwins(FileSystem& files, const std::string& path);

}  // namespace fdr

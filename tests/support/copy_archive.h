// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies an archive record by record.  Each record is decoded and encoded again.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/archive_files.h"

namespace fdr::test {

/// Copies an archive without changes, with its index entries.  Its files must not be compressed.
/// Stops at the first record that cannot be read or written.
Result<void> CopyArchive(const ArchiveFiles& source, const std::string& base);

/// Copies an archive into one of this version, with a new index.
Result<void> ConvertArchive(const ArchiveFiles& source, const std::string& base, Version version);

}  // namespace fdr::test

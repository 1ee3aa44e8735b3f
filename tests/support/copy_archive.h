// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies an archive record by record: everything is decoded, and encoded again.

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/files/archive_name.h"

namespace fdr::test {

/// As it is, index entries and all.  Of uncompressed files only.  Stops at the first record that
/// cannot be read, or not be written.
Result<void> CopyArchive(const ArchiveFiles& source, const std::string& base);

/// Into an archive of that version, which gets an index of its own.
Result<void> ConvertArchive(const ArchiveFiles& source, const std::string& base, Version version);

}  // namespace fdr::test

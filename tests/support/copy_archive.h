// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies an archive record by record: everything is decoded, and encoded again.

#pragma once

#include <string>

#include "fdr/archive/archive_name.h"
#include "fdr/archive/error.h"

namespace fdr::test {

/// Of uncompressed files only.  Stops at the first record that cannot be read, or not be written.
Result<void> CopyArchive(const ArchiveFiles& source, const std::string& base);

}  // namespace fdr::test

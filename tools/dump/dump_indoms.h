// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sections of a dump with the instance domains.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

/// Writes domain by domain, with the members at each time.
void DumpInDoms(const DumpContext& dump);

/// Writes record by record as stored: unsorted, and of deltas only the changes.  An error means
/// that the walk ended at a damaged record.
Result<void> DumpStoredInDoms(const DumpContext& dump, const SourceOptions& source);

}  // namespace fdr::tools

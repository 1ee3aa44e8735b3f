// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sections of a dump with the instance domains.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

/// Domain by domain, as they were at each time.
void DumpInDoms(const DumpContext& dump);

/// Record by record, as they are stored: unsorted, and of deltas only what changed.  An error means
/// that it ended at a damaged record.
Result<void> DumpStoredInDoms(const DumpContext& dump, const SourceOptions& source);

}  // namespace fdr::tools

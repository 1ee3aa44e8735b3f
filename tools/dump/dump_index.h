// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The section of a dump with the temporal index, and with the faults of its entries.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

/// A missing index file is no error: the section has no entries then.
Result<void> DumpIndex(const DumpContext& dump, const SourceOptions& source);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The section of a dump with the data: record by record, forward or backward.

#pragma once

#include "fdr/tools/dump/dump_context.h"
#include "fdr/tools/dump/record_walk.h"

namespace fdr::tools {

/// `sizes`: with the size of each record.  Reports damage, and leaves out the rest of its volume.
void DumpValues(const DumpContext& dump, const WalkOptions& options, bool sizes,
                const ProblemSink& on_problem);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In a thinned archive, the extremes of a series are those of the metrics that hold them
// (docs/thinning.md): "fdr.mem.util.free.min" has what "mem.util.free" has lost.

#pragma once

#include <vector>

#include "fdr/replay/context.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

/// Adds the columns of these metrics behind the others, as edges of them.
void AddExtremes(Context& values, std::vector<Column>& columns);

}  // namespace fdr::tools

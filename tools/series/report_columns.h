// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The columns of reports, among those of other arguments.

#pragma once

#include <vector>

#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

/// As the other SelectColumns(), for arguments that may be reports.  What a report has and the
/// source has not is left out, with a warning for each report, unless `quiet`.  kNotFound if the
/// source has nothing of a report.
Result<std::vector<Column>> SelectColumns(const MetricSource& source, const MetricArguments& choice,
                                          bool raw, const ColumnLimit& limit, bool quiet);

}  // namespace fdr::tools

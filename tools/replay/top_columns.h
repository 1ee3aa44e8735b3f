// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The columns of a chart with --top: those of the instances with the largest values of the window.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/statistics/series_statistics.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

/// Keeps the columns of the `top.count` instances whose values of the metric `top.metric` are the
/// largest on average over the window, and all columns of other instance domains.  Reads the window
/// once. `values`: the archive, perhaps under other names or with derived metrics.
void KeepTopColumns(const TopInstances& top, ArchiveContext& archive, Context& values,
                    const StatisticsWindow& window, DamageReport& damage,
                    std::vector<Column>& columns);

}  // namespace fdr::tools

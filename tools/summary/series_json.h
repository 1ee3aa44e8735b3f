// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The statistics of a series as JSON: docs/summary-json.md.

#pragma once

#include "fdr/replay/statistics/series_statistics.h"
#include "fdr/replay/text/json_writer.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

/// Writes what a series is, into an object.
void WriteSeries(const Column& column, JsonWriter& json);

/// Writes statistics, into an object.
void WriteStatistics(const SeriesStatistics& statistics, const Zone& zone, JsonWriter& json);

}  // namespace fdr::tools

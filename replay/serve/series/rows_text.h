// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of series as JSON, written while the client takes them: memory does not grow with
// their number.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/series/query_values.h"
#include "fdr/replay/serve/series/row_count.h"
#include "fdr/replay/serve/series/source_series.h"

namespace fdr {

/// The rows of one source, which is opened at the first part, and given back at the end.
TextParts SourceRows(SourceSeries part, SeriesWindow window, std::shared_ptr<RowCount> count);

/// The rows of an expression: series after series.  `id` is that of the expression.
TextParts ComputedRows(std::string id, std::vector<ComputedSeries> series,
                       std::shared_ptr<RowCount> count);

/// All of these rows, which share the count, as an array.
TextParts AllRows(std::vector<TextParts> rows, std::shared_ptr<RowCount> count);

}  // namespace fdr

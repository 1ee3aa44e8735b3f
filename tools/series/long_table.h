// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The long form of a table: a line for each instance and time, a column for each metric.

#pragma once

#include <memory>
#include <vector>

#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

/// Borrows the columns.
std::unique_ptr<RowSink> MakeLongTable(const std::vector<Column>& columns, const TableStyle& style);

}  // namespace fdr::tools

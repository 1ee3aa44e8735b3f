// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The scale of each column of a table, such as MiB/s.  It stays for a screen.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/text/readable_scale.h"

namespace fdr::tools {

enum class SharedScale {
  kNone,       ///< each column has its own
  kPerMetric,  ///< all instances of a metric have one
};

/// Borrows the columns.
class ColumnScales {
 public:
  ColumnScales(const std::vector<Column>& columns, SharedScale shared);

  /// Looks at the values that are to be shown.
  void Consider(const Row& row);
  /// From now on, the scales suit the values that were considered since the last call.
  void Settle();
  /// Whether a value that was considered since then has too many digits in its scale.
  bool IsOutgrown() const;

  const ReadableScale& operator[](std::size_t column) const { return scales_[group_[column]]; }
  /// The value in the scale of its column; "-" for none.  Fit for a terminal.
  std::string TextOf(std::size_t column, const Cell& cell) const;

 private:
  const std::vector<Column>& columns_;
  std::vector<std::size_t> group_;     // by column
  std::vector<Quantity> quantities_;   // by group, as the rest
  std::vector<std::size_t> examples_;  // a column
  std::vector<double> largest_;
  std::vector<ReadableScale> scales_;
};

/// What the numbers of a column measure, as its cells have them.
Quantity QuantityOf(const Column& column);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In a thinned archive, the extremes of a series are those of the metrics that hold them
// (docs/thinning.md): "fdr.mem.util.free.min" has what "mem.util.free" has lost.

#pragma once

#include <cstddef>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/tools/series/columns.h"
#include "fdr/tools/summary/window_statistics.h"

namespace fdr::tools {

class TrueExtremes {
 public:
  /// Looks for such metrics of these columns, which are borrowed.
  TrueExtremes(Context& values, const std::vector<Column>& columns);

  /// The columns, and behind them those of the metrics that were found.
  const std::vector<Column>& all() const { return links_.empty() ? columns_ : all_; }
  /// Takes the extremes of the found metrics into the statistics of the others.  `statistics`: of
  /// all columns.
  void Apply(ColumnStatistics& statistics) const;

 private:
  struct Link {
    std::size_t of, extremes;  // places in all()
  };

  void AddOthers(Context& values, const std::string& ending);

  const std::vector<Column>& columns_;
  std::vector<Column> all_;  // if there are others
  std::vector<Link> links_;
};

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One walk over the records of an archive, for columns that may have taken some of them before.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/metric_column.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"

namespace fdr {

/// A column that goes on behind the moments that it has taken.
struct GrowingColumn {
  MetricId metric;
  MetricColumn* column = nullptr;
  std::uint32_t next = 0;  ///< the first moment that it has not taken
  std::optional<MetricId> extreme_of = {};
};

/// Borrows columns and moments.
class PyramidPass {
 public:
  PyramidPass(std::vector<GrowingColumn>& columns, Moments& moments);

  /// Reads on to the end of the archive, and adds its moments.  Calls `check` now and then.  After
  /// an error, the columns say how far they came.  kBusy if the archive has other records than
  /// those of the moments.
  Result<void> Run(ArchiveContext& archive, const CheckLimit& check);

 private:
  using Columns = std::vector<GrowingColumn*>;
  struct Place {
    MetricId metric;
    const Columns* columns = nullptr;  // of the metric
  };

  Timestamp Start(const ArchiveContext& archive);
  bool TakeMoment(Nanos at);
  void Take(const StreamedRecord& record);
  const Columns* ColumnsOf(std::size_t set, MetricId metric);

  std::vector<GrowingColumn>& columns_;
  Moments& moments_;
  std::uint32_t next_ = 0;  // moment
  std::unordered_map<MetricId, Columns> by_metric_;
  std::vector<Place> layout_;  // of the last record, by set
};

}  // namespace fdr

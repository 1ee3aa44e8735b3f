// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Buckets of a window straight from the records: one pass over the window, and a look at the
// neighbours on both sides of it.
//
//   records        1000     1010    1020    1030    1040
//   window                      [1015 ......... 1035)
//   is read                 1010    1020    1030    1040

#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/metric_column.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/serve/viewer/buckets/series_buckets.h"

namespace fdr {

/// One thread at a time.
class WindowBuckets {
 public:
  /// All metrics must be numbers of the archive.
  WindowBuckets(const ArchiveContext& archive, std::span<const ColumnKey> keys,
                const TimeGrid& grid, std::size_t most_bytes);

  /// Call once.  kTooLarge if the buckets take more memory than the bound.
  Result<void> Read(ArchiveContext& archive, const CheckLimit& check);

  /// The same, but looks at a few records at the start of each bucket only, as if there were no
  /// others and no gaps.
  Result<void> ReadSome(ArchiveContext& archive, const CheckLimit& check);

  /// The series of a key that were met, and the buckets of each.
  std::span<const InstanceId> instances(std::size_t key) const;
  const SeriesBuckets& Of(std::size_t key, std::size_t series) const {
    return columns_[key].buckets[series];
  }

 private:
  struct Column {
    MetricId metric;
    std::optional<MetricId> extreme_of;
    MetricEvents events;
    OwnSamples own = {};
    std::vector<SeriesEvent> last = {};  // by series
    std::deque<SeriesBuckets> buckets = {};
    std::optional<Nanos> first_behind = {};  // its first sample behind the window
    std::optional<Nanos> behind = {};        // the first one that surely ends what holds before

    bool IsRate() const { return events.rules().kind == ValueKind::kRate; }
  };

  Result<void> ReadWindow(ArchiveContext& archive, const CheckLimit& check);
  void TakeRecord(const StreamedRecord& record, Column& column);
  Result<void> ReadAt(ArchiveContext& archive, Timestamp t, std::vector<MetricId> metrics,
                      std::optional<Timestamp>& last);
  void Add(Column& column, MetricEvents::Series series, SeriesEvent event);
  bool IsDone(Nanos at) const;
  void Finish(Nanos end);

  TimeGrid grid_;
  std::size_t most_bytes_;
  std::size_t series_ = 0;
  std::vector<Column> columns_;
};

}  // namespace fdr

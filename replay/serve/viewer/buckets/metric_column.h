// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All values of a metric of an archive in memory.

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/buckets/metric_events.h"
#include "fdr/replay/serve/viewer/buckets/own_samples.h"
#include "fdr/replay/serve/viewer/buckets/series_blocks.h"

namespace fdr {

/// A metric, and which of its values a column has.
struct ColumnKey {
  MetricId metric;
  bool raw = false;                         ///< counters are no rates
  std::optional<MetricId> extreme_of = {};  ///< these are extremes of its values

  friend auto operator<=>(const ColumnKey&, const ColumnKey&) = default;
};

/// The rules for a metric of the archive.
ValueRules RulesOf(const ArchiveContext& archive, const ColumnKey& key);

/// Takes the records and gaps of an archive in their order.  Threads may share it while it takes
/// nothing.
class MetricColumn {
 public:
  explicit MetricColumn(const ValueRules& rules) : events_(rules) {}

  /// Takes the next record that has the metric, which is at that place of the moments.
  void Take(std::uint32_t moment, Nanos at, const ValueSet& set);
  /// A record has the metric whose extremes these are.
  void TakeOwn(OwnSamples::Sample sample) { own_.Take(sample); }
  void TakeGap(std::uint32_t moment, Nanos at);

  const ValueRules& rules() const { return events_.rules(); }
  /// By series.
  std::span<const InstanceId> instances() const { return events_.instances(); }
  /// Adds the values of a series that lie in the window.
  void Fill(std::size_t series, const Moments& moments, SeriesBuckets& out) const;
  std::size_t memory() const { return memory_; }

 private:
  void AddExtreme(MetricEvents::Series series, std::uint32_t moment, SeriesEvent event);
  void Add(MetricEvents::Series series, std::uint32_t moment, const SeriesEvent& event);

  MetricEvents events_;
  OwnSamples own_;
  std::vector<SeriesBlocks> series_;
  std::size_t memory_ = sizeof(MetricColumn);
};

}  // namespace fdr

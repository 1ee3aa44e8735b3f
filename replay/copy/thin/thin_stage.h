// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: leaves of many records those of a grid of times.  docs/thinning.md has the
// rules.
//
//   records      0  10  20  30  40  50  60    70  80 (mark) 85    95
//   of a minute  0                      60        80 (mark) 85    95

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/replay/copy/thin/gone_names.h"
#include "fdr/replay/copy/thin/held_metadata.h"
#include "fdr/replay/copy/thin/statistics_plan.h"
#include "fdr/replay/copy/thin/thin_grid.h"
#include "fdr/replay/copy/thin/thin_output.h"
#include "fdr/replay/copy/thin/thinned_metric.h"

namespace fdr {

/// Borrows the next sink.  Memory follows the last values of all metrics, and what may be written
/// between two of them: mostly a record or two.
class ThinStage final : public CopySink {
 public:
  struct Options {
    std::int64_t interval = 0;             ///< see ThinGrid
    std::optional<Timestamp> origin = {};  ///< default: the first record
    StatisticsWanted statistics = {};
    std::size_t most_held = 16 << 20;  ///< bytes, about, of what waits; then more is written
  };

  ThinStage(const Options& options, CopySink& next);

  Result<void> Begin(const LabelRecord& label) override;
  /// Counters of 32 bits become those of 64, unless their agent has events: parameters of events
  /// have the types of metrics.
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

  /// The number of metrics that are statistics of others, and were added.
  std::size_t statistics() const { return plan_.described(); }

 private:
  struct Metric {
    MetricId id;
    Desc desc = {};
    std::unique_ptr<ThinnedMetric> thinned = {};  // none if all is written as it is
    ThinnedNumbers* numbers = nullptr;            // the same, if it is one of numbers
    bool is_widened = false;
    PlacesOfMetric places = {};  // of what is written as it is
  };

  void Describe(const DescRecord& record, Metric& metric);
  void HoldDescription(const MetadataRecord& record);
  Result<void> PassDescriptions();
  Result<void> AddDesc(const DescRecord& record);
  Result<void> AddStamped(const MetadataRecord& record);
  Result<void> DescribeStatistics(Timestamp stamp);
  Result<void> AddLabel(Timestamp stamp);
  Metric& MetricOf(MetricId id);
  Metric& MetricAt(std::size_t place, MetricId id);
  Result<void> AddMark(const CopiedRecord& record);
  Result<void> Release(const GridTime& now);
  bool IsAnyOpen() const;

  Options options_;
  GoneNames next_;
  ThinGrid grid_;
  GridSteps steps_;
  bool has_origin_ = false;
  ThinOutput output_;
  std::vector<std::unique_ptr<Metric>> metrics_;
  std::unordered_map<MetricId, Metric*> by_id_;
  std::vector<Metric*> by_place_;  // of the sets of the last records
  Timestamp interval_end_;
  HeldMetadata descriptions_;                             // of an archive, until all are known
  std::unordered_set<std::uint32_t> agents_with_events_;  // their PMID domains
  StatisticsPlan plan_;
  ThinnedLabel label_;
  bool has_label_ = false;  // the context got it
};

}  // namespace fdr

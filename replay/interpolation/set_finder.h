// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds in a record the sets that a search looks for, and reads no more of the record than needed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fdr/archive/record/record_kinds.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/summary/record_maps.h"
#include "fdr/replay/interpolation/bounds.h"
#include "fdr/replay/interpolation/fetch_plan.h"
#include "fdr/replay/interpolation/open_metrics.h"
#include "fdr/replay/interpolation/record_bodies.h"
#include "fdr/replay/interpolation/record_parts.h"
#include "fdr/replay/timeline/hopping_cursor.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

/// For one timeline.  One thread at a time.  Borrows the plan.
class SetFinder {
 public:
  explicit SetFinder(const FetchPlan& plan) : plan_(&plan) {}

  /// The circumstances of a record: the cursor that found it, its version and time.
  struct Place {
    HoppingCursor& cursor;
    Version version;
    RelativeTime time;
  };
  /// Gives the metrics their values in the record.  After an error some values are missing.
  Result<void> Take(Side side, const TimelineHead& record, const Place& place,
                    OpenMetrics& metrics);

 private:
  // The metric of a set in the last record of a kind.
  struct Seen {
    MetricId id;
    PlannedMetric* metric = nullptr;  // nullptr if it was never requested
  };
  using SeenBySet = std::vector<Seen>;
  struct Part {  // a set of a record
    std::uint32_t place;
    PlannedMetric* metric;
  };

  Result<void> TakeAll(Side side, const Place& place, Bytes body, OpenMetrics& metrics);
  Result<void> TakeParts(Side side, const RecordPlace& record, const Place& place,
                         const RecordMap& map, OpenMetrics& metrics);
  PlannedMetric* MetricOf(MetricId id, Seen& last) const;

  const FetchPlan* plan_;
  std::size_t planned_ = 0;  // the number of metrics in the plan that kinds_ knows
  RecordKinds<SeenBySet> kinds_;
  RecordParts parts_;
  RecordBodies bodies_;
  std::vector<Part> wanted_;  // in the last record
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds in a record what a search looks for, and reads no more of it than that takes.

#pragma once

#include <cstdint>
#include <vector>

#include "fdr/archive/base/place_index.h"
#include "fdr/archive/record/record_kinds.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/summary/record_maps.h"
#include "fdr/replay/interpolation/bracket.h"
#include "fdr/replay/interpolation/open_metrics.h"
#include "fdr/replay/interpolation/record_bodies.h"
#include "fdr/replay/interpolation/record_parts.h"
#include "fdr/replay/timeline/hopping_cursor.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

/// Of one timeline.  One thread at a time.
class SetFinder {
 public:
  /// From now on the metric may be searched.
  void Note(const PlannedMetric& metric);

  /// Whether that little is searched of a record of that size, that only parts of it are worth
  /// reading.
  static bool IsForParts(Side side, const OpenMetrics& metrics, std::uint64_t body_size);

  /// Where the cursor came upon the record.
  struct Place {
    HoppingCursor& cursor;
    Version version;
    RelativeTime time;
  };
  /// Gives the metrics what the record has for them.  An error leaves some of that out.
  Result<void> Take(Side side, const TimelineEvent& record, const Place& place,
                    OpenMetrics& metrics);

 private:
  static constexpr auto kNone = OpenMetrics::kNone;

  // The metric that a set of a kind of record had last, and its PlannedMetric::number.
  struct Seen {
    MetricId id;
    std::uint32_t number = kNone;
  };
  using SeenBySet = std::vector<Seen>;
  struct Part {  // of a record
    std::uint32_t place;
    OpenMetric* open;
  };

  Result<void> TakeAll(Side side, const Place& place, Bytes body, OpenMetrics& metrics);
  Result<void> TakeParts(Side side, const RecordPlace& record, const Place& place,
                         const RecordMap& map, OpenMetrics& metrics);
  // kNone if it was never noted.
  std::uint32_t NumberOf(MetricId id, Seen& last) const;

  RecordKinds<SeenBySet> kinds_;
  RecordParts parts_;
  RecordBodies bodies_;
  PlaceIndex numbers_;        // of the metrics that were noted, by their identifiers
  std::vector<Part> wanted_;  // of the last record
};

}  // namespace fdr

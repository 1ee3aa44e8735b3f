// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The recorded values of some metrics, record by record: for stepping and playing.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/metric_events.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/serve/viewer/moment_values.h"

namespace fdr {

/// Which records are asked for: those of a window, or a number of them in a direction.
struct RecordStretch {
  std::optional<Nanos> from, to;  ///< without `from`, the last ones up to `to`
  std::size_t most = 0;
};

struct RecordedRows {
  struct Series {
    std::size_t metric = 0;  ///< in the choice
    InstanceId instance = kSingular;
    std::vector<std::optional<MomentValue>> values = {};  ///< by time; may be shorter
  };

  std::vector<Nanos> times;
  std::vector<std::size_t> gaps;  ///< places in `times`: a gap lies in front of each
  std::vector<Series> series;     ///< by metric, then by instance
  bool has_more = false;          ///< further records lie in the direction
};

/// kTooLarge for more than a million values.
Result<RecordedRows> ReadRecords(ArchiveContext& archive, const MetricChoice& choice,
                                 const RecordStretch& stretch, const CheckLimit& check);

}  // namespace fdr

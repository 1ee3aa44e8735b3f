// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the last sample before a time, so that the records in front of it need not be read.

#pragma once

#include <memory>
#include <optional>
#include <span>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// For a walk forward.  One thread at a time.
class SampleSkip {
 public:
  /// Borrows the context, and does not move it.
  explicit SampleSkip(ArchiveContext& archive) : archive_(archive) {}

  /// Reads the last record behind `from` and up to `until`, if it has values of all metrics.  False
  /// if the walk should go on record by record: also if `until` is so near that this is cheaper.
  Result<bool> ReadLast(std::span<const MetricId> metrics, Timestamp from, Timestamp until,
                        FetchResult& result);

 private:
  bool IsFar(Timestamp from, Timestamp until) const;

  ArchiveContext& archive_;
  std::unique_ptr<ArchiveContext> scout_;  // made when it is needed
  std::optional<Timestamp> looked_;        // up to there
  bool is_useful_ = true;                  // records have all metrics
};

}  // namespace fdr

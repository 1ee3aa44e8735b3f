// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: values on a grid of times, as pmlogreduce has them.
//
//   recorded   0  a   4  b   8       12  a      20  mark     33  a
//   reduced    0  a         10  a b         20  a   mark            40  a
//
// Each record has the interpolated values of a time of the grid, for the metrics and instances that
// were recorded since the time before.  docs/thinning.md compares this with ThinStage.

#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/replay/copy/thin/held_metadata.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// Counters of 32 bits become counters of 64 bits.  Aggregates and events are left out.  Memory
/// follows what is recorded in one interval.
class ReducedStage final : public CopySink {
 public:
  struct Options {
    std::int64_t interval = 0;  ///< nanoseconds; positive
    Timestamp start, end;       ///< of the grid; `end` belongs to it
    /// The number of records, without marks.
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  };

  /// Borrows both.  `values` has the archives whose records come.
  ReducedStage(const Options& options, ArchiveContext& values, CopySink& next)
      : options_(options), values_(values), next_(next), at_(options.start) {}
  ReducedStage(const ReducedStage&) = delete;
  ReducedStage& operator=(const ReducedStage&) = delete;

  /// Whether the values of this type have a place on a grid.
  static bool Takes(Type type);

  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

 private:
  using Instances = std::unordered_set<InstanceId>;
  /// A metric of the new archive.
  struct Metric {
    Desc desc;
    bool is_wider = false;
  };

  Result<void> AddDesc(const DescRecord& record);
  Result<void> AdvanceTo(Timestamp until, bool with_until);
  void PassSilence(Timestamp until);
  Result<void> PassSample();
  void AddSet(const FetchedSet& set);
  void AddValue(const FetchedSet& set, const FetchedValue& value, const Metric& metric);
  void Note(const ResultRecord& record);

  Options options_;
  ArchiveContext& values_;
  CopySink& next_;
  Version version_ = Version::k3;
  Timestamp at_;  // the next time of the grid
  bool is_over_ = false;
  std::uint64_t written_ = 0;
  std::unordered_map<MetricId, Metric> metrics_;
  HeldMetadata held_;
  std::vector<MetricId> seen_;  // since the last time of the grid
  std::unordered_map<MetricId, Instances> instances_;
  FetchResult fetched_;
  ChangedRecord changed_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads a volume record by record, and adds what it finds to a summary: chunks, maps, damage.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/record_kinds.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/salvage/data_judge.h"
#include "fdr/archive/summary/layout_memo.h"
#include "fdr/archive/summary/metric_sets.h"
#include "fdr/archive/summary/record_maps.h"
#include "fdr/archive/summary/volume_summary.h"

namespace fdr {

/// Borrows all arguments of its constructor.
class SummaryReader {
 public:
  SummaryReader(VolumeSummary& summary, const ByteSource& source,
                const DataJudge::Witnesses& witnesses, const Metadata& metadata,
                const ProblemSink& on_problem, const SummaryProgress& on_progress);

  /// Reads from the end of the summary up to `end`.
  Result<void> ReadTo(std::uint64_t end);

 private:
  using Place = VolumeSummary::Place;
  struct Known {  // about a kind of records
    MetricBits metrics;
    std::optional<RecordMaps::Id> map;  // empty until there is room for it
  };

  Result<void> ReadRecords(std::uint64_t end);
  void Add(const Frame& frame);
  RecordMaps::Id MapOf(const ResultRecord& record, Known& known);
  void AddSenseless(const Frame& frame, const Error& error);
  bool IsInOrder(Timestamp stamp, const Place& record);
  std::optional<Timestamp> StampAt(std::uint64_t offset);
  void AddMisplaced(const Place& record);
  void ReportMisplaced();
  Result<void> Pass(const Error& error, std::uint64_t end);
  void AddDamage(std::uint64_t offset, std::uint64_t end);
  void MarkDamage(std::uint64_t offset, std::uint64_t end);
  Chunk& ChunkFor(std::uint64_t offset, Timestamp stamp, bool alone);
  void FinishChunk();
  std::uint64_t Allowance() const;
  std::uint64_t SizeWithNext() const;

  VolumeSummary& summary_;
  const ByteSource& source_;
  Version version_;
  const DataJudge::Witnesses& witnesses_;
  const ProblemSink& on_problem_;
  const SummaryProgress& on_progress_;
  LayoutMemo layouts_;
  FrameReader frames_;
  std::optional<FrameReader> ahead_;  // reads the next record where stamps go back
  RecordKinds<Known> kinds_;
  MetricBits metrics_;                       // of the last chunk
  std::optional<DamagedStretch> misplaced_;  // still to be reported
};

}  // namespace fdr

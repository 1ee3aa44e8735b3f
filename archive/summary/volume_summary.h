// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A skip index of a data volume: which metrics and times lie where.  With it, the cost of finding a
// value does not depend on the number of bytes in between.
//
// The volume is cut into chunks of whole records.  A chunk has 8 KiB; large records and marks have
// chunks of their own.  Chunks are larger if the number of metrics would make the summary exceed 2
// % of the data.  A chunk stores its first and last time, the metrics with values, whether it has a
// mark, and the map of a large record.  Above the chunks are two coarser levels, of 32 and 1,024
// chunks.  With them, the next or previous chunk with a metric is found in a few dozen steps at any
// distance.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/problem.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/order/stamp_order.h"
#include "fdr/archive/salvage/data_judge.h"
#include "fdr/archive/summary/metric_sets.h"
#include "fdr/archive/summary/record_maps.h"

namespace fdr {

struct Chunk {
  std::uint64_t offset = 0;  ///< of its first record
  Timestamp first, last;     ///< the earliest and the latest stamp
  MetricSets::Id metrics = 0;
  RecordMaps::Id map = RecordMaps::kNone;  ///< of its first record
  std::uint32_t records = 0;               ///< damage counts as several records
  bool has_mark = false;                   ///< or damage: nothing is interpolated across either
};

/// Bytes that are no records, and unsound records, up to the next sound record.  A record with a
/// wrong stamp is unsound: see stamp_order.h.
struct DamagedStretch {
  std::uint64_t offset = 0;
  std::uint64_t end = 0;

  friend bool operator==(const DamagedStretch&, const DamagedStretch&) = default;
};

/// The metrics that a search looks for.  Caches its result for each set of metrics of one summary.
/// One thread at a time.
class WantedMetrics {
 public:
  WantedMetrics() = default;
  explicit WantedMetrics(MetricBits bits) : bits_(std::move(bits)) {}

  /// Begins another search, among `metrics` metrics.  The caller sets the bits of the wanted ones
  /// in the result.
  MetricBits& Anew(std::size_t metrics) {
    bits_.assign((metrics + 63) / 64, 0);
    known_.clear();
    return bits_;
  }

  bool In(const MetricSets& sets, MetricSets::Id id);

 private:
  MetricBits bits_;
  std::vector<std::int8_t> known_;  // by the number of the set: -1 not known yet
};

/// Called now and then while a volume is read, with the offset reached.
using SummaryProgress = std::function<void(std::uint64_t offset)>;

/// Immutable between calls of Extend() and Append(): share it between threads.
class VolumeSummary {
 public:
  static constexpr std::size_t kChunkBytes = 8 * 1024;  ///< size at which the next chunk may begin

  /// The empty summary of a volume with its first record at `first`.
  explicit VolumeSummary(std::uint64_t first) : first_(first), end_(first) {}

  /// Reads the records from end() up to `end`, the end of the last record, and reports damage in
  /// between.  The metadata may have grown since the last call.  After an error the summary ends
  /// where reading failed.
  Result<void> Extend(const ByteSource& source, const DataJudge::Witnesses& witnesses,
                      std::uint64_t end, const Metadata& metadata, const ProblemSink& on_problem,
                      const SummaryProgress& on_progress = {});

  /// Appends the summary of the rest of the same volume, made with the same metadata.  False, and
  /// nothing changes, unless `rest` begins where this summary ends, in time as well, and neither
  /// has damage.
  bool Append(const VolumeSummary& rest);

  std::span<const Chunk> chunks() const { return chunks_; }
  const MetricSets& metric_sets() const { return sets_; }
  /// The map of the record at `offset`, if it is known.  For `guess`, see ChunkAt().
  std::optional<RecordMap> MapAt(std::uint64_t offset, std::size_t guess = 0) const;
  /// The end of the last record that was read.
  std::uint64_t end() const { return end_; }

  /// Ascending.
  std::span<const DamagedStretch> damage() const { return damage_; }
  /// The stretch with the byte at `offset`, or null.
  const DamagedStretch* DamageAt(std::uint64_t offset) const;
  /// Places where records continue, for a reader that cannot read on from `offset`.  BehindDamage()
  /// is after `offset`, at most end(); BeforeDamage() is before `offset`.
  std::uint64_t BehindDamage(std::uint64_t offset) const;
  std::uint64_t BeforeDamage(std::uint64_t offset) const;
  /// The starts of records that are damage only because of their stamps.  Ascending.
  std::span<const std::uint64_t> misplaced() const { return misplaced_; }
  /// Whether a record has an earlier stamp than a record before it.
  bool StampsGoBack() const { return stamps_go_back_; }

  /// The chunk with the record at `offset`, which lies in [first, end).  Fast if `guess` is this
  /// chunk or its neighbour.
  std::size_t ChunkAt(std::uint64_t offset, std::size_t guess = 0) const;
  /// Where a chunk ends.
  std::uint64_t EndOf(std::size_t chunk) const {
    return chunk + 1 < chunks_.size() ? chunks_[chunk + 1].offset : end_;
  }

  /// The first chunk at or after `from`, or the last one before it, with a wanted metric or a mark.
  std::optional<std::size_t> NextWith(std::size_t from, WantedMetrics& wanted) const;
  std::optional<std::size_t> PreviousWith(std::size_t before, WantedMetrics& wanted) const;

  /// The memory of this summary in bytes: less than 2 % of the data, plus a few kilobytes.
  std::size_t MemoryUsed() const;

 private:
  friend class SummaryReader;

  static constexpr std::size_t kFanOut = 32;
  static constexpr std::size_t kLevels = 3;

  struct Node {
    MetricSets::Id metrics = 0;
    bool has_mark = false;
  };
  struct Place {  // of a record
    std::uint64_t offset = 0;
    std::uint64_t end = 0;
  };

  void BuildLevels(std::size_t first_changed);
  Node At(std::size_t level, std::size_t i) const;
  std::size_t LevelSize(std::size_t level) const {
    return level == 0 ? chunks_.size() : upper_[level - 1].size();
  }
  bool Matches(std::size_t level, std::size_t i, WantedMetrics& wanted) const;

  std::vector<Chunk> chunks_;
  std::array<std::vector<Node>, kLevels - 1> upper_;
  std::vector<DamagedStretch> damage_;
  std::vector<std::uint64_t> misplaced_;
  MetricSets sets_;
  RecordMaps maps_;
  std::uint64_t first_ = 0;
  std::uint64_t end_ = 0;
  StampOrder order_;
  std::optional<Place> last_;  // of the last sound record
  bool stamps_go_back_ = false;
};

}  // namespace fdr

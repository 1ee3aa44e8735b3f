// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What lies where in a data volume: the skip index that makes the cost of finding a value follow
// the answer, not the bytes in between.
//
// The volume is cut into chunks of whole records: of 8 KiB, with large records and marks in chunks
// of their own; or of more where there are so many metrics that the summary would take more than 2
// % of the data.  A chunk knows its first and last time, which metrics have values in it, whether
// it has a mark, and of a large record what lies where in it.  Above the chunks are two coarser
// levels, of 32 and 1,024 chunks, so that the next or previous chunk with a metric is found in a
// few dozen steps however far away it is.

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
  std::uint32_t records = 0;               ///< damage counts as several
  bool has_mark = false;                   ///< or damage: nothing is interpolated across either
};

/// Bytes that are no records, or records that make no sense, up to one that does.  A record whose
/// stamp is wrong makes none: see stamp_order.h.
struct DamagedStretch {
  std::uint64_t offset = 0;
  std::uint64_t end = 0;

  friend bool operator==(const DamagedStretch&, const DamagedStretch&) = default;
};

/// The metrics that a search is for.  Remembers what it found out about each set of metrics: for
/// one summary, and one thread at a time.
class WantedMetrics {
 public:
  WantedMetrics() = default;
  explicit WantedMetrics(MetricBits bits) : bits_(std::move(bits)) {}

  /// For another search, among so many metrics: none is wanted until its bit is set.
  MetricBits& Anew(std::size_t metrics) {
    bits_.assign((metrics + 63) / 64, 0);
    known_.clear();
    return bits_;
  }

  bool In(const MetricSets& sets, MetricSets::Id id);

 private:
  MetricBits bits_;
  std::vector<std::int8_t> known_;  // by the number of the set: -1 not asked yet
};

/// Called now and then while a volume is read: up to where.
using SummaryProgress = std::function<void(std::uint64_t offset)>;

/// Immutable between calls of Extend() and Append(): share it between threads.
class VolumeSummary {
 public:
  static constexpr std::size_t kChunkBytes = 8 * 1024;  ///< from where on the next one may begin

  /// Of a volume with its first record at `first`, of which nothing has been read yet.
  explicit VolumeSummary(std::uint64_t first) : first_(first), end_(first) {}

  /// Reads the records from end() on up to `end`, behind which there is none, and reports what is
  /// none in between.  The metadata may have grown since the last time.  After an error it ends
  /// where reading failed.
  Result<void> Extend(const ByteSource& source, const DataJudge::Witnesses& witnesses,
                      std::uint64_t end, const Metadata& metadata, const ProblemSink& on_problem,
                      const SummaryProgress& on_progress = {});

  /// What another one knows about the rest of the same volume, with the same metadata.  False, and
  /// nothing changes, unless it begins where this one ends, in time as well, and neither knows of
  /// any damage.
  bool Append(const VolumeSummary& rest);

  std::span<const Chunk> chunks() const { return chunks_; }
  const MetricSets& metric_sets() const { return sets_; }
  /// What lies where in the record at `offset`, if that is known.  For the guess, see ChunkAt().
  std::optional<RecordMap> MapAt(std::uint64_t offset, std::size_t guess = 0) const;
  /// Behind the last record that was read.
  std::uint64_t end() const { return end_; }

  /// Ascending.
  std::span<const DamagedStretch> damage() const { return damage_; }
  /// The stretch that the byte at `offset` is in, if any.
  const DamagedStretch* DamageAt(std::uint64_t offset) const;
  /// Where the records go on, forward and backward, for those who cannot read on from `offset`:
  /// behind it, up to end(); before it.
  std::uint64_t BehindDamage(std::uint64_t offset) const;
  std::uint64_t BeforeDamage(std::uint64_t offset) const;
  /// Where the records begin that are damage because of nothing but their stamps.  Ascending.
  std::span<const std::uint64_t> misplaced() const { return misplaced_; }
  /// Whether a record is earlier than one before it.
  bool StampsGoBack() const { return stamps_go_back_; }

  /// The chunk with the record at `offset`, which lies in [first, end).  Found at once where it is
  /// the one that somebody guesses, or beside it.
  std::size_t ChunkAt(std::uint64_t offset, std::size_t guess = 0) const;
  /// Where a chunk ends.
  std::uint64_t EndOf(std::size_t chunk) const {
    return chunk + 1 < chunks_.size() ? chunks_[chunk + 1].offset : end_;
  }

  /// The first chunk at or behind `from`, or the last one before it, that has a wanted metric or a
  /// mark.
  std::optional<std::size_t> NextWith(std::size_t from, WantedMetrics& wanted) const;
  std::optional<std::size_t> PreviousWith(std::size_t before, WantedMetrics& wanted) const;

  /// Bytes that this takes: less than 2 % of the data, apart from a few kilobytes.
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
  std::optional<Place> last_;  // of the last record that makes sense
  bool stamps_go_back_ = false;
};

}  // namespace fdr

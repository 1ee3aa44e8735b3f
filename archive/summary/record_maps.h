// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Maps of large records, so that reading a few metrics of a record takes only a few kilobytes of
// it.
//
//   | stamp | set | set | set | set | set | set | set | set |    blocks of values    |
//           ^                 ^                 ^
//           waypoints: the first set behind each two kilobytes

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

struct Waypoint {
  std::uint32_t set = 0;     ///< the place of the set in the record
  std::uint32_t offset = 0;  ///< the start of the set in the body
};

/// Borrows from the maps.
struct RecordMap {
  std::span<const MetricId> sets;        ///< in the order of the record: no metric twice
  std::span<const std::uint32_t> by_id;  ///< their places, in the order of the metrics
  std::span<const Waypoint> waypoints;   ///< ascending; begins with the first set
  std::uint32_t end = 0;                 ///< of the sets

  /// The place of the metric's set.
  std::optional<std::uint32_t> Find(MetricId id) const;
  /// The last waypoint at or before a set, and the place of the next one.
  struct Leg {
    Waypoint from;
    std::uint32_t end = 0;
  };
  Leg LegTo(std::uint32_t set) const;
};

/// Records of the same layout share a map.
class RecordMaps {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;
  static constexpr std::size_t kLegSize = 2048;

  /// Adds a decoded record; kNone if it has a metric twice.  Nothing if the map would take more
  /// than `most_bytes`.
  std::optional<Id> Add(const ResultRecord& record, std::size_t most_bytes);
  /// Appends the maps of `more`.  Returns the offset to add to their numbers.
  Id Append(const RecordMaps& more);

  /// Nothing for kNone.
  std::optional<RecordMap> Get(Id id) const;

  /// The bytes of the maps, without and with the reserve of the vectors.
  std::size_t size() const { return size_; }
  std::size_t MemoryUsed() const;

 private:
  struct Sequence {
    explicit Sequence(std::span<const ValueSet> record);

    static std::size_t SizeOf(std::size_t sets) {
      return sizeof(Sequence) + sets * (sizeof(MetricId) + sizeof(std::uint32_t));
    }
    bool IsThatOf(std::span<const ValueSet> record) const;
    bool HasTwice() const;

    std::vector<MetricId> sets;
    std::vector<std::uint32_t> by_id;
  };
  struct Entry {
    std::uint32_t sequence = 0;
    std::uint32_t first = 0, count = 0;  // waypoints
    std::uint32_t end = 0;
  };

  std::optional<std::uint32_t> KnownSequence(std::span<const ValueSet> sets) const;

  Id AddEntry(std::span<const ValueSet> sets, std::uint32_t sequence);

  std::vector<Sequence> sequences_;
  std::vector<Entry> entries_;
  std::vector<Waypoint> waypoints_;
  std::size_t size_ = 0;
};

}  // namespace fdr

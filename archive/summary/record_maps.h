// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What lies where in large records: who wants a few metrics of one reads a few kilobytes of it.
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
  std::uint32_t offset = 0;  ///< where it begins in the body
};

/// Borrows from the maps.
struct RecordMap {
  std::span<const MetricId> sets;        ///< in the order of the record: no metric twice
  std::span<const std::uint32_t> by_id;  ///< their places, in the order of the metrics
  std::span<const Waypoint> waypoints;   ///< ascending; the first is that of the first set
  std::uint32_t end = 0;                 ///< of the sets

  /// Of two records whose maps, of one RecordMaps, have this in common, all sets begin at the same
  /// places.
  const Waypoint* layout() const { return waypoints.data(); }

  /// The place of the metric's set.
  std::optional<std::uint32_t> Find(MetricId id) const;
  /// The last waypoint that is not behind a set, and where the next one is.
  struct Leg {
    Waypoint from;
    std::uint32_t end = 0;
  };
  Leg LegTo(std::uint32_t set) const;
};

/// Records that are alike share a map.
class RecordMaps {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;
  static constexpr std::size_t kLegSize = 2048;

  /// Of a record that was decoded; kNone if it has a metric twice.  Nothing if a map would take
  /// more than so many bytes.
  std::optional<Id> Add(const ResultRecord& record, std::size_t most_bytes);
  /// Takes those of others: what their numbers are to be raised by.
  Id Append(const RecordMaps& more);

  /// Nothing for kNone.
  std::optional<RecordMap> Get(Id id) const;

  /// Bytes that the maps take, and with what vectors have in reserve.
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
    std::uint32_t first = 0, count = 0;  // of the waypoints
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

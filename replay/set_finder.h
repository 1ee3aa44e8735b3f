// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds in a record what a search looks for, and reads no more of it than that takes.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/archive/record_kinds.h"
#include "fdr/archive/record_maps.h"
#include "fdr/archive/result_record.h"
#include "fdr/replay/bracket.h"
#include "fdr/replay/hopping_cursor.h"
#include "fdr/replay/open_metrics.h"
#include "fdr/replay/record_bodies.h"
#include "fdr/replay/record_layout.h"
#include "fdr/replay/record_parts.h"
#include "fdr/replay/search_memory.h"
#include "fdr/replay/time_scale.h"

namespace fdr {

/// Of one timeline.  One thread at a time.
class SetFinder {
 public:
  /// Shares what all who search the timeline remember.
  explicit SetFinder(std::shared_ptr<SearchMemory> memory) : memory_(std::move(memory)) {}

  /// From now on it may be searched.  Stays where it is as long as this object.
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
  static constexpr int kRecentBits = 12;

  struct Seen {
    MetricId id;
    std::uint32_t number = kNone;  // PlannedMetric::number, if it was noted
  };
  using SeenBySet = std::vector<Seen>;
  struct Layout {
    KnownLayout::Id id = 0;  // if it was made
    std::shared_ptr<const KnownLayout> known;
    std::vector<const RecordLayout::Set*> sets;  // its own, by the metrics' numbers, or nullptr
  };
  struct Part {  // of a record
    std::uint32_t place;
    OpenMetric* open;
    std::optional<ValueSet> set;  // once it was read
  };

  Result<void> TakeAll(Side side, const Place& place, Bytes body, OpenMetrics& metrics);
  static Result<void> TakeKnown(Side side, const Place& place, const Layout& layout, Bytes body,
                                OpenMetrics& metrics);
  RecordNumbers::Kept Remember(const RecordPlace& record, Bytes body, const Layout& layout);
  static bool WantsOnlyNumbers(Side side, const Layout& layout, OpenMetrics& metrics);
  bool TakeRemembered(Side side, const RecordPlace& record, const Place& place,
                      const Layout& layout, OpenMetrics& metrics);
  static bool TakeNumbers(Side side, const Place& place, const Layout& layout,
                          const RecordNumbers::Kept& kept, OpenMetrics& metrics);
  Result<void> TakeParts(Side side, const RecordPlace& record, const Place& place,
                         const RecordMap& map, OpenMetrics& metrics);
  void RememberParts(const RecordPlace& record, const Layout& layout);
  const Layout* LayoutOfParts();
  bool HasAllOf(const Layout& layout) const;
  KnownLayout::Id* Recall(const RecordMap& map);
  const Layout* FindLayout(KnownLayout::Id id) const;
  const Layout* LayoutOf(Version version, Bytes body);
  void BeginLayout();
  void AddToLayout(const PlannedMetric& metric, const ValueSet& set);
  const Layout* LayoutAsMade();
  Seen& RecentOf(MetricId id) { return recent_[id.value * 0x9e3779b1u >> (32 - kRecentBits)]; }
  // kNone if it was never noted.  It is mostly the metric of the last such record.
  std::uint32_t NumberOf(MetricId id, Seen& last) {
    if (last.id != id) last = LookUp(id);
    return last.number;
  }
  Seen LookUp(MetricId id);

  RecordKinds<SeenBySet> kinds_;
  // By RecordMap::layout(): 0 until there was a second record that has it since Note().
  std::unordered_map<const Waypoint*, KnownLayout::Id> known_;
  std::array<Layout, 16> layouts_;  // the last ones
  std::size_t next_layout_ = 0;
  RecordLayout made_;                   // perhaps another one, ...
  std::vector<std::uint32_t> made_of_;  // ... with the sets of the metrics with these numbers
  RecordParts parts_;
  RecordBodies bodies_;
  std::shared_ptr<SearchMemory> memory_;
  std::vector<const PlannedMetric*> noted_;              // by their numbers
  std::unordered_map<MetricId, std::uint32_t> numbers_;  // of those that were noted
  std::array<Seen, 1 << kRecentBits> recent_;            // of these, and of others, by a hash
  std::vector<Part> wanted_;                             // of the last record
  std::array<RecordPlace, 4> in_parts_;                  // the last ones that were read so
  std::size_t next_in_parts_ = 0;
};

}  // namespace fdr

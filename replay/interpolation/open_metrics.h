// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a search still looks for: the metrics with slots that have no bound yet, on either side of a
// time; and how they take their values.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/summary/metric_sets.h"
#include "fdr/replay/interpolation/bracket.h"
#include "fdr/replay/interpolation/number_reader.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

class RecordedValues;

/// A metric of the search.
struct OpenMetric {
  static constexpr std::array<RelativeTime, 2> kNever = {kBeforeAll, kAfterAll};  ///< by side

  explicit OpenMetric(PlannedMetric& searched) : metric(&searched), number(*searched.number) {}

  PlannedMetric* metric;
  std::uint32_t number;                   ///< its PlannedMetric::number
  std::array<std::size_t, 2> slots = {};  ///< that are still searched, by side
  /// That is all living ones of it, and PlannedMetric::searched is not filled in.
  std::array<bool, 2> all = {};
  /// By side: it was gone through a set of PlannedMetric::gone_through, and took what there was.
  std::array<bool, 2> is_through = {};
  /// Where the walk meets an instance's birth (low) or death (high), there is nothing more of it.
  std::array<RelativeTime, 2> ends = kNever;
};

/// One thread at a time.
class OpenMetrics {
 public:
  static constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

  /// Everything of these metrics that lives and does not hold at t is searched on both sides from
  /// now on, and nothing else.  Numbers of metrics are less than `numbers`.
  void Begin(std::span<PlannedMetric* const> metrics, std::size_t numbers, RelativeTime t);

  std::span<OpenMetric> all() { return open_; }
  /// nullptr if it is not one of them.
  OpenMetric* Find(std::uint32_t number) {
    const std::uint32_t place = place_of_[number];
    return place != kNone ? &open_[place] : nullptr;
  }
  /// How many have slots that are searched.
  std::size_t Count(Side side) const { return count_[side]; }
  /// Sets the bits of these, by their places in the metadata.
  void SetWanted(Side side, const Metadata& metadata, MetricBits& bits);

  /// Of a record of that time.  Of several sets of a metric, the one nearest to t comes first.
  void Take(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open) {
    if (!TakeWhole(side, set, time, open)) TakeSome(side, set, time, open);
  }

  /// All that is searched has this instead of a value.
  void CloseAll(Side side, EventKind kind, RelativeTime time);
  /// The walk has come to that time: instances have no values before their birth nor behind their
  /// death.
  void CloseDead(Side side, RelativeTime time);

  struct Times {  ///< in [from, to)
    RelativeTime from, to;
  };
  /// Once all is found: for how long, within these times, nobody has to look at the single slots
  /// again.  What stands at the time of a mark is good for that time alone.
  void UpdateHolds(RelativeTime t, bool mark_at_t, const Times& within);

 private:
  static constexpr std::uint32_t kUnknown = kNone - 1;
  struct WantedBits {
    const Metadata* of = nullptr;
    std::vector<std::uint32_t> places;  // there, by number; or kNone, or kUnknown
    bool has_bits = false;              // of this search
    MetricBits bits;
  };

  static RelativeTime Nearer(Side side, RelativeTime a, RelativeTime b) {
    return side == kLow ? std::max(a, b) : std::min(a, b);
  }
  // Whether a walk away from the time that is asked for, now at `time`, has passed `end`.
  static bool IsPast(Side side, RelativeTime end, RelativeTime time) {
    return side == kLow ? time < end : time > end;
  }

  // How many living slots do not hold.
  static std::size_t CountStale(PlannedMetric& metric, RelativeTime t) {
    const auto& low = metric.bounds[kLow].common();
    const auto& high = metric.bounds[kHigh].common();
    if (!low || !high) return CountStaleApart(metric, t);
    return Hold(*low, *high, t) ? 0 : metric.living->slots.size();
  }
  static std::size_t CountStaleApart(PlannedMetric& metric, RelativeTime t);
  void TakeSome(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open);
  void TakeEach(Side side, const RecordedValues& values, RelativeTime time, OpenMetric& open);
  bool TakeWhole(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open);
  bool ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                     std::span<std::uint64_t> bits);
  static void TellApart(Side side, OpenMetric& open);
  void CloseDead(Side side, RelativeTime time, OpenMetric& open);
  void CloseSlots(Side side, std::size_t count, OpenMetric& open);
  static std::uint32_t PlaceIn(const Metadata& metadata, MetricId id);
  static void UpdateHolds(const Times& within, PlannedMetric& metric);
  static void LimitToMark(PlannedMetric& metric, RelativeTime t);

  std::vector<OpenMetric> open_;
  std::vector<std::uint32_t> place_of_;        // there, by a metric's number; or kNone
  std::array<std::size_t, 2> count_ = {};      // by side
  std::array<WantedBits, 2> wanted_bits_;      // of these, once they were asked for
  std::array<RelativeTime, 2> next_end_ = {};  // the first of all their ends
  std::vector<std::uint64_t> numbers_;         // of a set
};

}  // namespace fdr

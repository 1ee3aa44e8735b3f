// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// By how much counters grew in a stretch of time, instance by instance, also of those that came and
// went in it.  Other metrics have their last values.
//
//   time      10    20    30    40        the stretch is from 15 to 40
//   pid 1     100   120   130   140       30: half of the 20 at its start, 10 and 10
//   pid 2           5     25              20: it ended; from its first value on
//   pid 3     90    95    1     4         6.5: another process has the number, and began at 0

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/tools/view/moment.h"

namespace fdr::tools {

/// One thread at a time.
class StretchGrowth {
 public:
  /// Reads on, up to some thousand records, or until `go_on` says no.  True if nothing is left to
  /// read.  A stretch that begins where the last one did, and ends later, is read on behind it.
  /// Nothing is known across an interruption of the recording.  Moves the context.
  Result<bool> Read(Context& context, std::span<const WatchedMetric> metrics, Timestamp from,
                    Timestamp to, const std::function<bool()>& go_on);

  /// The growth of a counter, in the units of the metric, or nothing if it is not known; the last
  /// value of any other metric.
  Cell Of(std::size_t metric, InstanceId instance) const;
  /// Those that had a value in the stretch.
  std::vector<InstanceId> Instances(std::size_t metric) const;
  /// Whether there were more instances than are kept.
  bool leaves_out() const { return leaves_out_; }

 private:
  struct Growth {
    std::optional<std::uint64_t> last;  // of a counter, since the last interruption
    Cell value = {};                    // the sum, or the last value of what is no counter
  };
  using Growths = std::unordered_map<InstanceId, Growth>;

  Result<void> TakeInterpolated(Context& context, std::span<const WatchedMetric> metrics,
                                Timestamp at, std::vector<Growths>& growths);
  Result<bool> TakeRecords(Context& context, std::span<const WatchedMetric> metrics, Timestamp to,
                           const std::function<bool()>& go_on);
  void Take(std::span<const WatchedMetric> metrics, const FetchResult& result,
            std::vector<Growths>& growths);
  static void TakeCounter(Type type, const FetchedValue& value, Growth& growth);
  void Interrupt();
  const std::vector<Growths>& Known() const { return up_to_end_.empty() ? recorded_ : up_to_end_; }

  std::optional<Timestamp> from_;
  Timestamp reached_;               // the last record, or the start
  std::vector<Growths> recorded_;   // up to there, by metric
  std::vector<Growths> up_to_end_;  // with the rest up to the end, if there is one
  bool leaves_out_ = false;
};

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The reports of applications, tag by tag: totals since the start, and the last period.
//
// The period is a ring of buckets.  One more bucket collects what arrives now.  When its time is
// over, it takes the place of the oldest one, and the values of the last period are computed from
// the ring.  So these change once an interval, which is the period divided by the buckets.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/trace/latency_histogram.h"
#include "fdr/replay/sources/trace/trace_pdu.h"

namespace fdr {

struct TracePeriod {
  std::chrono::nanoseconds length = std::chrono::seconds(60);
  std::uint32_t buckets = 12;  ///< at least 1

  std::chrono::nanoseconds interval() const { return length / buckets; }
};

/// The values of one tag and kind, in the last period.
struct TraceRecent {
  static constexpr std::array kQuantiles = {0.5, 0.9, 0.99, 0.999};

  std::uint64_t count = 0;                ///< at least 1
  double total = 0, least = 0, most = 0;  ///< of a transaction, in seconds
  std::array<double, kQuantiles.size()> quantiles = {};
};

/// Times are those of any clock that only goes forward.
class TraceTags {
 public:
  /// More tags of one kind are refused.  The histograms of a transaction are the largest part of a
  /// tag: at most 13 KiB for each bucket, and usually less than one.
  static constexpr std::size_t kMostTransactions = 1024;
  static constexpr std::size_t kMostOthers = 4096;

  class Tag {
   public:
    InstanceId number() const { return number_; }
    const std::string& name() const { return *name_; }
    std::uint64_t count() const { return count_; }
    double total() const { return total_; }
    double last() const { return last_; }
    /// Nothing if no value arrived in the last period.
    const std::optional<TraceRecent>& recent() const { return recent_; }

   private:
    friend class TraceTags;
    struct Bucket {
      std::uint64_t count = 0;
      double total = 0, least = 0, most = 0;
      LatencyHistogram histogram;  // of transactions
    };

    const std::string* name_ = nullptr;
    InstanceId number_ = 0;
    std::uint64_t count_ = 0;  // 0: it was reset
    double total_ = 0, last_ = 0;
    std::vector<Bucket> buckets_;  // those of the period, and the present one
    std::optional<TraceRecent> recent_;
  };

  TraceTags(TracePeriod period, std::chrono::nanoseconds now);

  const TracePeriod& period() const { return period_; }

  /// Returns whether the value was taken: there may be too many tags.
  bool Add(const TraceData& data, std::chrono::nanoseconds now);
  /// How many values were not taken.
  std::uint64_t refused() const { return refused_; }

  /// Those with a value since the start, or the reset.  In the order of their numbers.
  std::vector<const Tag*> Tags(TraceKind kind, std::chrono::nanoseconds now);

  /// Forgets all values.  A tag that comes again has the same number.
  void Reset();

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  struct Kind {
    std::unordered_map<std::string, std::size_t, TextHash, std::equal_to<>> places;
    std::deque<Tag> tags;
    InstanceId next_number = 1;
    std::size_t without_value = 0;  // how many tags were reset, or are being added
  };

  Kind& KindOf(TraceKind kind) { return kinds_[static_cast<std::size_t>(kind) - 1]; }
  Tag* FindOrAdd(TraceKind kind, std::string_view name);
  static void DropReset(Kind& kind);
  void Advance(std::chrono::nanoseconds now);
  void Summarize(Tag& tag) const;

  TracePeriod period_;
  std::array<Kind, 4> kinds_;
  std::size_t present_ = 0;        // which bucket collects
  std::chrono::nanoseconds next_;  // when its time is over
  std::uint64_t refused_ = 0;
};

}  // namespace fdr

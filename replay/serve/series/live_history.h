// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples that were fetched from live sources in the last minutes, for the requests of clients.
// So a dashboard that asks again and again sees its panels grow, and rates have a sample before.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/serve/series/series_domain.h"

namespace fdr {

/// A sample of one series.  Immutable once it is made.
class LiveSample {
 public:
  /// Copies the values.  `domain` is that of the metric; null for a singular one.  Instances that
  /// it does not have are left out.
  LiveSample(Timestamp stamp, std::span<const FetchedValue> values, const SeriesDomain* domain);
  LiveSample(LiveSample&&) = default;  // bytes do not move

  Timestamp stamp() const { return stamp_; }
  /// How much memory it takes, about.
  std::size_t bytes() const;

  /// Appends the values that have the same identifiers in a later domain, which borrow from this.
  /// An instance that has gone, or is another one by now, is left out.
  void AppendValues(const SeriesDomain* domain, std::vector<FetchedValue>& out) const;

 private:
  Timestamp stamp_;
  std::vector<FetchedValue> values_;
  std::vector<std::uint64_t> marks_;  // of the instances' identifiers; empty for a singular metric
  std::vector<std::byte> payloads_;   // of values_
};

/// Any thread.
class LiveHistory {
 public:
  using Time = std::chrono::nanoseconds;
  using Samples = std::vector<std::shared_ptr<const LiveSample>>;

  /// How long samples are kept, and how much memory all of them may take, with those that answers
  /// still use.  Beyond, the oldest ones go first, whatever their series.
  static constexpr Time kLongest = std::chrono::minutes(10);
  static constexpr std::size_t kMost = std::size_t{64} << 20;

  explicit LiveHistory(std::size_t most = kMost) : most_(most) {}

  /// `now` is a steady time.  If the clock of the source was set back, the samples that were to
  /// come later are forgotten.
  void Add(const std::string& source, const std::string& series, LiveSample sample, Time now);
  /// With ascending stamps.
  Samples Of(const std::string& source, const std::string& series) const;
  /// Forgets what is too old.
  void Tidy(Time now);

  /// How much memory all samples take.
  std::size_t bytes() const { return *bytes_; }

 private:
  struct Series {
    std::deque<std::shared_ptr<const LiveSample>> samples;
    std::size_t kept = 0;  // entries of all_
  };
  using Known = std::map<std::pair<std::string, std::string>, Series>;
  struct Entry {
    Known::iterator series;
    std::shared_ptr<const LiveSample> sample;
    Time fetched;
  };

  std::shared_ptr<const LiveSample> Counted(LiveSample sample) const;
  // With the mutex.
  void DropBefore(Time time);
  void DropOldest();

  const std::size_t most_;
  // Goes down when a sample ends, which may be later than this object.
  const std::shared_ptr<std::atomic<std::size_t>> bytes_ =
      std::make_shared<std::atomic<std::size_t>>(0);
  mutable std::mutex mutex_;  // guards the rest
  Known known_;
  std::deque<Entry> all_;  // the oldest first
};

}  // namespace fdr

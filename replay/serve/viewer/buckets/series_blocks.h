// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// All events of one series of an archive in memory, in blocks of 64 records with their sums.
//
//   records   0 ... 63 | 64 ... 127 | 128 ... 191
//   blocks    sums     |            | sums             none for 64 records without the series
//             values   |            | values
//
// Whole blocks answer for their values where no border of a bucket cuts them.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/held_values.h"
#include "fdr/replay/serve/viewer/buckets/series_buckets.h"

namespace fdr {

/// The times of all records and gaps of an archive.  Events of series have places in it.
using Moments = std::vector<Nanos>;

class SeriesBlocks {
 public:
  static constexpr std::uint32_t kBlock = 64;

  /// Adds the next event.  `moment` is its place, behind that of the event before.
  void Add(std::uint32_t moment, const SeriesEvent& event, ValueKind kind);

  /// Adds what lies in the window.  `end`, if there is one, is up to when the last value holds.
  void Fill(const Moments& moments, ValueKind kind, std::optional<Nanos> end,
            SeriesBuckets& out) const;

  /// The time of the last event.
  Nanos last_at() const { return last_.at; }
  std::size_t memory() const {
    return blocks_.capacity() * sizeof(Block) + values_ * sizeof(double);
  }

 private:
  struct Block {
    std::uint32_t number = 0;        // of 64 moments
    std::uint64_t has = 0;           // bits: which moments have an event,
    std::uint64_t joined = 0;        // ... and which of these are joined with the event before
    ValueSums sums;                  // the time before a joined event counts to its block
    double last = ValueSums::kNone;  // of the last event
    std::vector<double> values;      // of the events

    std::uint32_t Moment(int bit) const {
      return number * kBlock + static_cast<std::uint32_t>(bit);
    }
    std::uint32_t FirstMoment() const;
    std::uint32_t LastMoment() const;
  };
  static void FillEvents(const Block& block, const Moments& moments, ValueKind kind,
                         SeriesEvent& before, SeriesBuckets& out);
  static bool FillWhole(const Block& block, const Moments& moments, const SeriesEvent& before,
                        SeriesBuckets& out);

  std::vector<Block> blocks_;
  SeriesEvent last_{.at = kFirstNanos};  // that was added
  std::size_t values_ = 0;
};

}  // namespace fdr

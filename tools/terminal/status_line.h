// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The line that a terminal shows while recording:
//
//     200 hosts: 12000 samples, 31 MiB, 524 KiB/s; db7 is 12 s late; Ctrl-C ends

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "fdr/logger/schedule/schedule.h"

namespace fdr::tools {

/// The totals of all recordings at a time.
struct RecordingTotals {
  std::size_t sources = 0;
  std::uint64_t samples = 0;
  std::uint64_t bytes = 0;
  std::string_view latest;  ///< the source with the largest lag
  Nanos lag = 0;            ///< of that source
};

/// Bytes per second, over the last ten seconds.
class ByteRate {
 public:
  void Add(Nanos now, std::uint64_t bytes);
  std::uint64_t PerSecond() const;

 private:
  struct Point {
    Nanos time;
    std::uint64_t bytes;
  };
  std::deque<Point> points_;
};

std::string StatusText(const RecordingTotals& totals, std::uint64_t bytes_per_second);

/// Shown on standard error, if that is a terminal.
class StatusLine {
 public:
  explicit StatusLine(bool quiet);

  /// Whether it is time for an update.
  bool IsDue(Nanos now) const { return is_on_ && now >= next_; }
  void Show(const RecordingTotals& totals, Nanos now);
  /// To be called before anything else is written there.
  void Clear();

 private:
  bool is_on_;
  Nanos next_ = 0;
  ByteRate rate_;
  std::string shown_;
};

}  // namespace fdr::tools

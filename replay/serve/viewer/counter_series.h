// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of a counter, one after the other, as they become rates.  No gap lies between them.

#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "fdr/replay/one_sample.h"
#include "fdr/replay/serve/viewer/buckets/metric_events.h"
#include "fdr/replay/statistics/rate_span.h"

namespace fdr {

/// Counts the samples of a metric.  Each sample may have several records.
struct SampleCount {
  std::uint64_t count = 0;
  Nanos at = 0;  ///< of the first record of the last one

  void Take(Nanos record) {
    if (count == 0 || record - at >= kOneSample) *this = {count + 1, record};
  }
};

class CounterSeries {
 public:
  /// The rate since the value before, if there is one.  `sample` is the count of the metric.
  std::optional<double> Take(const ValueRules& rules, Nanos at, std::uint64_t bits,
                             std::uint64_t sample) {
    // In a sample between, the instance was gone.
    const bool is_connected = sample_ > 0 && sample_ + 1 >= sample;
    sample_ = sample;
    if (is_connected && !GiveRate(at_, at)) return std::nullopt;
    const Nanos before_at = std::exchange(at_, at);
    const std::uint64_t before = std::exchange(bits_, bits);
    return is_connected ? RateBetween(rules, before_at, before, at, bits) : std::nullopt;
  }

 private:
  std::uint64_t sample_ = 0;  // 0: there is none
  Nanos at_ = 0;
  std::uint64_t bits_ = 0;
};

}  // namespace fdr

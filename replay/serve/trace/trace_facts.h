// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a collector of traces knows, for its trace.* metrics.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "fdr/archive/base/units.h"
#include "fdr/replay/sources/trace/trace_tags.h"

namespace fdr {

struct TraceFacts {
  using Clock = std::function<std::chrono::nanoseconds()>;

  /// `steady`: a clock that only goes forward.
  TraceFacts(TracePeriod period, Clock steady) : now(std::move(steady)), tags(period, now()) {}

  Clock now;
  TraceTags tags;
  std::uint16_t port = 0;
  Units units = {};           ///< of observations
  std::uint32_t clients = 0;  ///< that are connected
  std::uint64_t dropped = 0;  ///< clients whose connection the collector has ended
  bool shows_data = false;    ///< All data that arrive are logged.
};

}  // namespace fdr

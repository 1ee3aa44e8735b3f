// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Divides a task into fetches.  A fetch has one set of instances for each domain, so
//
//     disk.dev.read, disk.dev.write["sda"], kernel.all.load["1 minute"]
//
// takes two fetches, and thus two records: the first metric with the third, and the second.

#pragma once

#include <span>
#include <vector>

#include "fdr/logger/config/log_state.h"
#include "fdr/replay/profile.h"

namespace fdr {

struct FetchGroup {
  std::vector<MetricId> metrics;
  Profile profile;
};

/// A collector accepts a few more, but no larger message.
inline constexpr std::size_t kMostMetricsOfFetch = 16'000;

/// The fewest groups, with the metrics in their order.
std::vector<FetchGroup> GroupForFetches(std::span<const LoggedMetric> metrics);

}  // namespace fdr

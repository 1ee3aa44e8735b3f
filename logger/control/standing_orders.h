// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics about which orders were given, and what holds for them, whatever the configuration
// says.

#pragma once

#include <map>
#include <set>
#include <string>

#include "fdr/logger/config/log_state.h"

namespace fdr {

/// One thread at a time.
class StandingOrders {
 public:
  /// With so many settings, no more orders are accepted (except those of the same order).
  static constexpr std::size_t kMostSettings = 100'000;

  /// `earlier` orders stand at the end of the configuration, as Text() wrote them.
  explicit StandingOrders(const LoggerConfig& earlier);

  bool empty() const { return metrics_.empty(); }
  bool HasRoom() const { return settings_ < kMostSettings; }
  /// What holds for a metric now, by order.
  void Note(const NamedMetric& metric, const MetricLogging& logging);

  /// The names that ApplyTo() has to know of.
  void AddNames(std::set<std::string>& names) const;
  /// Gives way to no configuration.
  void ApplyTo(LogState& state, const ResolvedNames& answers);

  /// A configuration that orders the same.
  std::string Text() const;

 private:
  std::set<std::string> earlier_;  // names about which orders stand in the configuration
  std::map<std::string, MetricLogging> metrics_;  // by name
  std::size_t settings_ = 0;
};

}  // namespace fdr

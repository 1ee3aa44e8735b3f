// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics about which orders were given, and what holds for them, whatever the configuration
// says.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "fdr/logger/config/log_state.h"

namespace fdr {

/// One thread at a time.  A value: a copy takes back what was noted since.
class StandingOrders {
 public:
  /// The most settings of metrics and of single instances together.  This number of instances fits
  /// into the message of a fetch, and their Text() is no larger than a configuration may be.
  static constexpr std::size_t kMostSettings = 10'000;

  /// `earlier` orders stand at the end of the configuration, as Text() wrote them.
  explicit StandingOrders(const LoggerConfig& earlier);

  /// Whether a setting may be changed: there is room for it and `more`, or it is there already.
  bool HasRoomFor(const std::string& metric, std::optional<InstanceId> instance,
                  std::size_t more) const;
  /// What holds for a metric now, by order.
  void Note(const NamedMetric& metric, const MetricLogging& logging);

  /// The names that ApplyTo() has to know of.
  void AddNames(std::set<std::string>& names) const;
  /// Gives way to no configuration.
  void ApplyTo(LogState& state, const ResolvedNames& answers);

  /// A configuration that orders the same.
  std::string Text() const;

 private:
  // Orders that stand in the configuration about names that are not known yet, as text.
  std::map<std::string, std::string> earlier_;
  std::map<std::string, MetricLogging> metrics_;  // by name
  std::size_t settings_ = 0;
};

}  // namespace fdr

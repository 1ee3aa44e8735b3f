// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether and how often a metric is logged: the two levels of control, for all of its instances or
// for single ones.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "fdr/archive/base/ids.h"
#include "fdr/logger/config/logger_config.h"

namespace fdr {

/// What a statement asks for, and what is in force.  At first nobody asked: advisory, off.
struct LogSetting {
  LogLevel level = LogLevel::kAdvisory;
  LogSwitch state = LogSwitch::kOff;  ///< in force: never kMaybe
  std::int64_t interval = 0;          ///< of kOn, in nanoseconds; 0: once

  friend bool operator==(const LogSetting&, const LogSetting&) = default;
};

/// "mandatory on", "advisory off", ...
std::string_view Describe(const LogSetting& setting);

/// One metric.  What it is asked for later replaces what it was asked for earlier, except that
/// - what is mandatory gives way to nothing advisory, until "mandatory maybe" takes it back;
/// - while all instances are logged, nothing can be said about single ones.
class MetricLogging {
 public:
  /// For all instances, and with that for those that were named before.  The setting that does not
  /// give way, and nothing changes, if there is one.
  std::optional<LogSetting> SetAll(const LogSetting& asked);
  /// For one of them.
  std::optional<LogSetting> SetInstance(InstanceId instance, const LogSetting& asked);

  /// Whether anything of it is logged.
  bool IsOn() const;

  const LogSetting& all() const { return all_; }
  /// Those of which something else holds.
  const std::map<InstanceId, LogSetting>& instances() const { return instances_; }

 private:
  LogSetting all_;
  std::map<InstanceId, LogSetting> instances_;
};

}  // namespace fdr

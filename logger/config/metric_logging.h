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

/// A setting that a statement asks for, or that is in force.  The first setting is advisory, off.
struct LogSetting {
  LogLevel level = LogLevel::kAdvisory;
  LogSwitch state = LogSwitch::kOff;  ///< in force: never kMaybe
  std::int64_t interval = 0;          ///< of kOn, in nanoseconds; 0: once

  friend bool operator==(const LogSetting&, const LogSetting&) = default;
};

/// "mandatory on", "advisory off", ...
std::string_view Describe(const LogSetting& setting);

/// The settings of one metric.  A later setting replaces an earlier one, except that
/// - an advisory setting cannot replace a mandatory one, until "mandatory maybe" resets that;
/// - while all instances are logged, no setting for a single instance is accepted.
class MetricLogging {
 public:
  /// Sets all instances, and also those that had a setting of their own.  If a setting in force
  /// resists, changes nothing and returns that setting.
  std::optional<LogSetting> SetAll(const LogSetting& asked);
  /// The same for one instance.
  std::optional<LogSetting> SetInstance(InstanceId instance, const LogSetting& asked);

  /// Whether any instance is logged.
  bool IsOn() const;
  /// Whether the setting of any instance is mandatory.
  bool IsMandatory() const;

  const LogSetting& all() const { return all_; }
  /// The instances that have a setting of their own.
  const std::map<InstanceId, LogSetting>& instances() const { return instances_; }

 private:
  LogSetting all_;
  std::map<InstanceId, LogSetting> instances_;
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which metrics to log, and how often: applies the statements of a configuration, one after the
// other, to the existing metrics.
//
//     const auto config = LoadLoggerConfig("config.default", options);
//     StartResolveNames(QuestionsOf(*config), context, [&](const Result<ResolvedNames>& answers) {
//       const auto state = LogState::Make(*config, 60 * kNanosPerSecond, *answers);
//       for (const LogTask& task : state.Tasks()) ...
//     });
//
// When the names of the source change, all of this is done again.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/logger/config/logger_config.h"
#include "fdr/logger/config/metric_logging.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/config/resolved_names.h"

namespace fdr {

/// A metric in a task.
struct LoggedMetric {
  NamedMetric metric;
  std::vector<InstanceId> instances;  ///< ascending; none: all
};

/// Metrics that are logged together.
struct LogTask {
  LogLevel level = LogLevel::kAdvisory;
  std::int64_t interval = 0;          ///< in nanoseconds; 0: once
  std::vector<LoggedMetric> metrics;  ///< in the order of the configuration
};

/// The questions about the existing metrics that Make() needs answers to.
NameQuestions QuestionsOf(const LoggerConfig& config);

/// One thread at a time.
class LogState {
 public:
  /// `default_interval`, in nanoseconds, is for statements that say "default".  All errors are
  /// warnings.
  static LogState Make(LoggerConfig config, std::int64_t default_interval,
                       const ResolvedNames& answers);

  /// Changes all instances of a metric, or one.  False if a setting in force resists.
  bool Change(const NamedMetric& metric, std::optional<InstanceId> instance,
              const LogSetting& asked);
  void Set(const NamedMetric& metric, const MetricLogging& logging) {
    EntryOf(metric).logging = logging;
  }
  /// The setting of a metric; the first setting if it was never mentioned.
  const MetricLogging& LoggingOf(MetricId metric) const;
  InDomId IndomOf(MetricId metric) const;

  /// The metrics that are on, by level and interval, in the order of the configuration.
  std::vector<LogTask> Tasks() const;

  /// All warnings of Make().
  const std::vector<LogWarning>& warnings() const { return warnings_; }

 private:
  struct Entry {
    NamedMetric metric;
    MetricLogging logging;
  };

  LogState(LoggerConfig config, std::int64_t default_interval)
      : config_(std::move(config)), default_interval_(default_interval) {}

  void Apply(const LogStatement& statement, const MetricSpec& spec, const ResolvedNames& answers);
  void ApplyToInstances(const LogSetting& asked, const MetricSpec& spec, const NamedMetric& metric,
                        const ResolvedNames& answers);
  void Warn(const MetricSpec& spec, std::string what);
  void WarnOfRefusal(const MetricSpec& spec, const std::string& what, const LogSetting& asked,
                     const LogSetting& current);
  Entry& EntryOf(const NamedMetric& metric);
  const Entry* Find(MetricId metric) const;

  LoggerConfig config_;
  std::int64_t default_interval_;
  std::vector<Entry> entries_;
  std::unordered_map<MetricId, std::size_t> by_id_;
  std::vector<LogWarning> warnings_;
};

}  // namespace fdr

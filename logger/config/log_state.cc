// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/log_state.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace fdr {
namespace {

/// Groups the metrics that are logged together, in the order in which they are added.
class TaskList {
 public:
  void Add(const LogSetting& setting, const NamedMetric& metric,
           std::optional<InstanceId> instance) {
    if (setting.state != LogSwitch::kOn) return;
    const auto [at, is_new] =
        by_setting_.emplace(std::pair(setting.level, setting.interval), tasks_.size());
    if (is_new) tasks_.push_back({setting.level, setting.interval, {}});
    std::vector<LoggedMetric>& metrics = tasks_[at->second].metrics;
    if (metrics.empty() || metrics.back().metric.id != metric.id) metrics.push_back({metric, {}});
    if (instance) metrics.back().instances.push_back(*instance);
  }

  std::vector<LogTask> Take() { return std::move(tasks_); }

 private:
  std::vector<LogTask> tasks_;
  std::map<std::pair<LogLevel, std::int64_t>, std::size_t> by_setting_;
};

}  // namespace

NameQuestions QuestionsOf(const LoggerConfig& config) {
  NameQuestions questions;
  for (const LogStatement& statement : config.statements) {
    for (const MetricSpec& spec : statement.metrics) {
      questions.names.insert(spec.name);
      if (!spec.instances.empty()) questions.with_instances.insert(spec.name);
    }
  }
  return questions;
}

LogState LogState::Make(LoggerConfig config, std::int64_t default_interval,
                        const ResolvedNames& answers) {
  LogState state(std::move(config), default_interval);
  for (const LogStatement& statement : state.config_.statements)
    for (const MetricSpec& spec : statement.metrics) state.Apply(statement, spec, answers);
  return state;
}

void LogState::Apply(const LogStatement& statement, const MetricSpec& spec,
                     const ResolvedNames& answers) {
  const auto answer = answers.names.find(spec.name);
  if (answer == answers.names.end())
    return Warn(spec, spec.name + " is not logged: unknown metric");
  for (const std::string& problem : answer->second.problems)
    Warn(spec, spec.name + " is not logged: " + problem);
  LogSetting asked{statement.level, statement.state, 0};
  if (asked.state == LogSwitch::kOn)
    asked.interval = statement.interval.value_or(default_interval_);
  for (const NamedMetric& metric : answer->second.metrics) {
    if (!spec.instances.empty()) {
      ApplyToInstances(asked, spec, metric, answers);
    } else if (const auto current = EntryOf(metric).logging.SetAll(asked)) {
      WarnOfRefusal(spec, metric.name, asked, *current);
    }
  }
}

void LogState::ApplyToInstances(const LogSetting& asked, const MetricSpec& spec,
                                const NamedMetric& metric, const ResolvedNames& answers) {
  const auto domain = answers.domains.find(metric.indom);
  for (const InstanceSpec& wanted : spec.instances) {
    const std::string what = metric.name + "[" + TextOf(wanted) + "]";
    const std::optional<InstanceId> instance =
        domain == answers.domains.end() ? std::nullopt : FindInstance(domain->second, wanted);
    if (!instance) {
      Warn(spec, what + " is not logged: there is no such instance");
    } else if (const auto current = EntryOf(metric).logging.SetInstance(*instance, asked)) {
      WarnOfRefusal(spec, what, asked, *current);
    }
  }
}

void LogState::Warn(const MetricSpec& spec, std::string what) {
  warnings_.push_back({config_.PlaceOf(spec.line), std::move(what)});
}

void LogState::WarnOfRefusal(const MetricSpec& spec, const std::string& what,
                             const LogSetting& asked, const LogSetting& current) {
  const bool all_are_on =
      current.level == LogLevel::kAdvisory || asked.level == LogLevel::kMandatory;
  Warn(spec, what + ": " + std::string(Describe(asked)) + " is refused: " +
                 (all_are_on ? "all instances are logged, and have to be turned off first"
                             : "it is " + std::string(Describe(current))));
}

LogState::Entry& LogState::EntryOf(const NamedMetric& metric) {
  const auto [at, is_new] = by_id_.emplace(metric.id, entries_.size());
  if (is_new) entries_.push_back({metric, {}});
  return entries_[at->second];
}

const LogState::Entry* LogState::Find(MetricId metric) const {
  const auto at = by_id_.find(metric);
  return at == by_id_.end() ? nullptr : &entries_[at->second];
}

bool LogState::Change(const NamedMetric& metric, std::optional<InstanceId> instance,
                      const LogSetting& asked) {
  MetricLogging& logging = EntryOf(metric).logging;
  return !(instance ? logging.SetInstance(*instance, asked) : logging.SetAll(asked));
}

const MetricLogging& LogState::LoggingOf(MetricId metric) const {
  static const MetricLogging kUnmentioned;
  const Entry* const entry = Find(metric);
  return entry != nullptr ? entry->logging : kUnmentioned;
}

InDomId LogState::IndomOf(MetricId metric) const {
  const Entry* const entry = Find(metric);
  return entry != nullptr ? entry->metric.indom : InDomId();
}

std::vector<LogTask> LogState::Tasks() const {
  TaskList tasks;
  for (const auto& [metric, logging] : entries_) {
    tasks.Add(logging.all(), metric, std::nullopt);
    for (const auto& [instance, setting] : logging.instances())
      tasks.Add(setting, metric, instance);
  }
  return tasks.Take();
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The logger's configurations, and the metrics that they log of a host that has all named metrics.

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "fdr/logger/config/config_parser.h"
#include "fdr/logger/config/format_tasks.h"
#include "fdr/logger/config/host_pattern.h"
#include "fdr/logger/config/log_state.h"
#include "fdr/replay/preprocessor/preprocessor.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

constexpr InDomId kDomain{1};

void CheckConfig(const LoggerConfig& config) {
  for (const LogStatement& statement : config.statements) {
    Require(!statement.metrics.empty(), "a statement is about something");
    if (statement.interval)
      Require(*statement.interval >= 0 && *statement.interval <= kMaxLogInterval,
              "intervals are limited");
    for (const MetricSpec& metric : statement.metrics)
      Require(metric.line.file < config.files.size(), "a metric has a place");
  }
  for (const AccessRule& rule : config.access) {
    Require(!rule.hosts.empty(), "a rule is about somebody");
    for (const std::string& host : rule.hosts) Require(IsHostPattern(host), "hosts are patterns");
  }
}

/// Every other metric has instances 0 to 9, and these numbers are their names.
ResolvedNames HostOf(const LoggerConfig& config) {
  ResolvedNames host;
  for (const LogStatement& statement : config.statements) {
    for (const MetricSpec& metric : statement.metrics) {
      const auto number = static_cast<std::uint32_t>(host.names.size());
      const bool has_domain = number % 2 == 1;
      if (host.names.contains(metric.name)) continue;
      host.names[metric.name] = {
          {{metric.name, MetricId{number}, has_domain ? kDomain : InDomId()}}, {}};
    }
  }
  for (InstanceId i = 0; i < 10; ++i) host.domains[kDomain].push_back({i, std::to_string(i)});
  return host;
}

void CheckTasks(const std::vector<LogTask>& tasks) {
  std::set<std::pair<MetricId, InstanceId>> logged;
  std::set<MetricId> whole;
  for (const LogTask& task : tasks) {
    Require(!task.metrics.empty(), "a task does something");
    for (const auto& [metric, instances] : task.metrics) {
      if (instances.empty()) Require(whole.insert(metric.id).second, "a metric is logged once");
      for (const InstanceId instance : instances)
        Require(logged.emplace(metric.id, instance).second, "an instance is logged once");
    }
  }
  for (const auto& [metric, instance] : logged)
    Require(!whole.contains(metric), "all instances, or some");
}

/// The logged metrics and instances, without the order of the tasks.
auto Logged(const std::vector<LogTask>& tasks) {
  std::set<std::tuple<LogLevel, std::int64_t, MetricId, std::vector<InstanceId>>> logged;
  for (const LogTask& task : tasks)
    for (const auto& [metric, instances] : task.metrics)
      logged.emplace(task.level, task.interval, metric.id, instances);
  return logged;
}

void CheckPrinted(const std::vector<LogTask>& tasks, const ResolvedNames& host) {
  const auto text = PreprocessText(FormatTasks(tasks), "printed", {});
  Require(text.has_value(), "what is printed has no control lines");
  const auto config = ParseLoggerConfig(*text);
  Require(config.has_value(), "what is printed is a configuration");
  const LogState state = LogState::Make(*config, kNanosPerSecond, host);
  Require(Logged(state.Tasks()) == Logged(tasks), "what is printed has the same logged");
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fdr;
  const auto text = PreprocessText(AsText(fuzz::Input(data, size)), "c", {});
  if (!text) return 0;
  const auto config = ParseLoggerConfig(*text);
  if (!config) {
    fuzz::Require(config.error().what.find("^ -- here") != std::string::npos,
                  "a complaint points at a place");
    return 0;
  }
  fuzz::CheckConfig(*config);
  const LogState state = LogState::Make(*config, kNanosPerSecond, fuzz::HostOf(*config));
  fuzz::CheckTasks(state.Tasks());
  fuzz::CheckPrinted(state.Tasks(), fuzz::HostOf(*config));
  return 0;
}

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/control/standing_orders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "fdr/logger/config/format_tasks.h"

namespace fdr {
namespace {

std::string Statement(const LogSetting& setting, const std::string& metric) {
  std::string every;
  if (setting.state == LogSwitch::kOn) every = " " + FormatInterval(setting.interval);
  return fmt::format("log {}{} {{ {} }}\n", Describe(setting), every, metric);
}

std::string TextOfSpec(const MetricSpec& metric) {
  std::vector<std::string> instances;
  for (const InstanceSpec& instance : metric.instances) instances.push_back(TextOf(instance));
  return instances.empty() ? metric.name
                           : fmt::format("{} [{}]", metric.name, fmt::join(instances, ", "));
}

std::size_t SettingsIn(const MetricLogging& logging) { return 1 + logging.instances().size(); }

}  // namespace

StandingOrders::StandingOrders(const LoggerConfig& earlier) {
  for (const LogStatement& statement : earlier.statements)
    for (const MetricSpec& metric : statement.metrics)
      earlier_[metric.name] += Statement(
          {statement.level, statement.state, statement.interval.value_or(0)}, TextOfSpec(metric));
}

bool StandingOrders::HasRoomFor(const std::string& metric, std::optional<InstanceId> instance,
                                std::size_t more) const {
  if (settings_ + more < kMostSettings) return true;
  const auto at = metrics_.find(metric);
  return at != metrics_.end() && (!instance || at->second.instances().contains(*instance));
}

void StandingOrders::Note(const NamedMetric& metric, const MetricLogging& logging) {
  const auto [at, is_new] = metrics_.try_emplace(metric.name);
  if (!is_new) settings_ -= SettingsIn(at->second);
  at->second = logging;
  settings_ += SettingsIn(logging);
}

void StandingOrders::AddNames(std::set<std::string>& names) const {
  for (const auto& [name, logging] : metrics_) names.insert(name);
}

// What stands in the configuration about a metric that is not there yet waits for it.
void StandingOrders::ApplyTo(LogState& state, const ResolvedNames& answers) {
  const auto each = [&answers](const std::string& name, auto apply) {
    const auto answer = answers.names.find(name);
    if (answer == answers.names.end()) return;
    for (const NamedMetric& metric : answer->second.metrics) apply(metric);
  };
  for (const auto& [name, text] : earlier_)
    each(name, [&](const NamedMetric& metric) { Note(metric, state.LoggingOf(metric.id)); });
  std::erase_if(earlier_, [this](const auto& entry) { return metrics_.contains(entry.first); });
  for (const auto& entry : metrics_)
    each(entry.first, [&](const NamedMetric& metric) { state.Set(metric, entry.second); });
}

// First takes away what a configuration before it may say.
std::string StandingOrders::Text() const {
  std::string text;
  for (const auto& [name, statements] : earlier_) text += statements;
  for (const auto& [name, logging] : metrics_) {
    text += fmt::format("log mandatory maybe {{ {0} }}\nlog advisory off {{ {0} }}\n", name);
    if (logging.all() != LogSetting()) text += Statement(logging.all(), name);
    for (const auto& [instance, setting] : logging.instances()) {
      const std::string one = fmt::format("{} [{}]", name, instance);
      if (logging.all() != LogSetting()) text += fmt::format("log mandatory maybe {{ {} }}\n", one);
      text += Statement(setting, one);
    }
  }
  return text;
}

}  // namespace fdr

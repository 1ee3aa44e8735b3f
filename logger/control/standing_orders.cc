// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/control/standing_orders.h"

#include <fmt/format.h>

#include <utility>

#include "fdr/logger/config/format_tasks.h"

namespace fdr {
namespace {

std::string Statement(const std::string& name, const LogSetting& setting, const std::string& who) {
  std::string every;
  if (setting.state == LogSwitch::kOn) every = " " + FormatInterval(setting.interval);
  return fmt::format("log {}{} {{ {}{} }}\n", Describe(setting), every, name, who);
}

std::size_t SettingsIn(const MetricLogging& logging) { return 1 + logging.instances().size(); }

}  // namespace

StandingOrders::StandingOrders(const LoggerConfig& earlier) {
  for (const LogStatement& statement : earlier.statements)
    for (const MetricSpec& metric : statement.metrics) earlier_.insert(metric.name);
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

void StandingOrders::ApplyTo(LogState& state, const ResolvedNames& answers) {
  const auto each = [&answers](const std::string& name, auto apply) {
    const auto answer = answers.names.find(name);
    if (answer == answers.names.end()) return;
    for (const NamedMetric& metric : answer->second.metrics) apply(metric);
  };
  for (const std::string& name : std::exchange(earlier_, {}))
    each(name, [&](const NamedMetric& metric) { Note(metric, state.LoggingOf(metric.id)); });
  for (const auto& [name, logging] : metrics_)
    each(name, [&](const NamedMetric& metric) { state.Set(metric, logging); });
}

// First takes away what a configuration before it may say.
std::string StandingOrders::Text() const {
  std::string text;
  for (const auto& [name, logging] : metrics_) {
    text += fmt::format("log mandatory maybe {{ {0} }}\nlog advisory off {{ {0} }}\n", name);
    if (logging.all() != LogSetting()) text += Statement(name, logging.all(), "");
    for (const auto& [instance, setting] : logging.instances())
      text += Statement(name, setting, fmt::format(" [{}]", instance));
  }
  return text;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/logger_config.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fdr {

std::string TextOf(const InstanceSpec& instance) {
  if (const InstanceId* number = std::get_if<InstanceId>(&instance)) return std::to_string(*number);
  return '"' + std::get<std::string>(instance) + '"';
}

void LoggerConfig::Append(LoggerConfig other) {
  const auto before = static_cast<std::uint32_t>(files.size());
  std::ranges::move(other.files, std::back_inserter(files));
  for (LogStatement& statement : other.statements)
    for (MetricSpec& metric : statement.metrics) metric.line.file += before;
  std::ranges::move(other.statements, std::back_inserter(statements));
}

LoggerConfig ConfigForNames(std::span<const std::string> names,
                            std::optional<std::chrono::nanoseconds> interval) {
  LoggerConfig config;
  config.files = {"names"};
  LogStatement statement;
  if (interval) statement.interval = interval->count();
  for (const std::string& name : names) statement.metrics.push_back({name, {}, {0, 1}});
  if (!statement.metrics.empty()) config.statements.push_back(std::move(statement));
  return config;
}

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/config/format_tasks.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fdr {

std::string FormatInterval(std::int64_t nanos) {
  if (nanos == 0) return "once";
  const std::int64_t millis = std::max<std::int64_t>(nanos / 1'000'000, 1);
  constexpr std::pair<std::int64_t, std::string_view> kUnits[] = {
      {3'600'000, "hour"}, {60'000, "min"}, {1000, "sec"}, {1, "msec"}};
  const auto* unit = std::ranges::find_if(
      kUnits, [millis](const auto& entry) { return millis % entry.first == 0; });
  return std::to_string(millis / unit->first).append(" ").append(unit->second);
}

std::string FormatTasks(std::span<const LogTask> tasks) {
  std::string text;
  for (const LogTask& task : tasks) {
    text += task.level == LogLevel::kMandatory ? "log mandatory on " : "log advisory on ";
    text.append(FormatInterval(task.interval)).append(" {\n");
    for (const auto& [metric, instances] : task.metrics) {
      text.append("    ").append(metric.name);
      for (std::size_t i = 0; i < instances.size(); ++i)
        text.append(i == 0 ? " [" : ", ").append(std::to_string(instances[i]));
      text += instances.empty() ? "\n" : "]\n";
    }
    text += "}\n";
  }
  return text;
}

}  // namespace fdr

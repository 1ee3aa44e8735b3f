// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/trace/trace_settings.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace fdr::trace_client {
namespace {

const char* ValueOf(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

void Warn(const char* variable) {
  std::fprintf(stderr, "trace warning: bad %s ignored.\n", variable);
}

// A number of seconds up to a day; `end` points behind it.
std::optional<std::chrono::milliseconds> Seconds(const char* text, char** end) {
  constexpr double kMost = 86400, kMillis = 1000;
  const double seconds = std::strtod(text, end);
  if (*end == text || !(seconds >= 0 && seconds <= kMost)) return std::nullopt;
  return std::chrono::milliseconds(std::llround(std::ceil(seconds * kMillis)));
}

void ReadSeconds(const char* variable, std::chrono::milliseconds& to) {
  const char* const text = ValueOf(variable);
  if (text == nullptr) return;
  char* end = nullptr;
  const auto seconds = Seconds(text, &end);
  if (!seconds || *end != '\0') return Warn(variable);
  to = *seconds;
}

void ReadPort(const char* variable, std::string& to) {
  constexpr long kMost = 65535;
  const char* const text = ValueOf(variable);
  if (text == nullptr) return;
  char* end = nullptr;
  const long port = std::strtol(text, &end, 10);
  if (*end != '\0' || port < 1 || port > kMost) return Warn(variable);
  to = std::to_string(port);
}

// "1,2,5"
void ReadDelays(const char* variable, std::vector<std::chrono::milliseconds>& to) {
  const char* text = ValueOf(variable);
  if (text == nullptr) return;
  std::vector<std::chrono::milliseconds> delays;
  while (true) {
    char* end = nullptr;
    const auto seconds = Seconds(text, &end);
    if (!seconds || (*end != '\0' && *end != ',')) return Warn(variable);
    delays.push_back(*seconds);
    if (*end == '\0') break;
    text = end + 1;
  }
  to = std::move(delays);
}

}  // namespace

TraceSettings SettingsOfEnvironment() {
  TraceSettings settings;
  if (const char* const host = ValueOf("PCP_TRACE_HOST")) settings.host = host;
  ReadPort("PCP_TRACE_PORT", settings.port);
  ReadSeconds("PCP_TRACE_TIMEOUT", settings.for_connecting);
  ReadSeconds("PCP_TRACE_REQTIMEOUT", settings.for_answer);
  ReadDelays("PCP_TRACE_RECONNECT", settings.delays);
  settings.is_silent = std::getenv("PCP_TRACE_NOAGENT") != nullptr;
  return settings;
}

}  // namespace fdr::trace_client

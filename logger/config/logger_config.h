// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The statements of a logger configuration; log_state.h applies them to the metrics of a host.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/preprocessor/text_place.h"

namespace fdr {

enum class LogLevel : std::uint8_t { kMandatory, kAdvisory };
enum class LogSwitch : std::uint8_t {
  kOn,
  kOff,
  kMaybe,  ///< of the mandatory level only: as the advisory level says
};

/// A line of one of a configuration's files.
struct ConfigLine {
  std::uint32_t file = 0;  ///< an index
  std::uint32_t number = 0;
};

/// An instance by its name, or by its number.
using InstanceSpec = std::variant<std::string, InstanceId>;

/// 5, "1 minute" in quotes: as configurations have it.
std::string TextOf(const InstanceSpec& instance);

struct MetricSpec {
  std::string name;                     ///< of a metric, or of a subtree
  std::vector<InstanceSpec> instances;  ///< none: all
  ConfigLine line;
};

struct LogStatement {
  LogLevel level = LogLevel::kAdvisory;
  LogSwitch state = LogSwitch::kOn;
  std::optional<std::int64_t> interval;  ///< of kOn, in nanoseconds; 0: once; none: the default
  std::vector<MetricSpec> metrics;       ///< at least one
};

/// Which hosts may do which operations on a running logger.
struct AccessRule {
  enum Operation : std::uint8_t { kAdvisory = 1, kMandatory = 2, kEnquire = 4 };

  bool allow = true;
  std::vector<std::string> hosts;  ///< names, addresses, "10.1.*", "unix:" and "local:" paths
  std::uint8_t operations = 0;     ///< a sum of Operation
};

struct LoggerConfig {
  std::vector<std::string> files;
  std::vector<LogStatement> statements;
  std::vector<AccessRule> access;  ///< empty: as the logger has it by default

  TextPlace PlaceOf(ConfigLine line) const { return {files[line.file], line.number}; }
  /// Adds the statements of another configuration behind those of this one.
  void Append(LoggerConfig other);
};

/// A configuration that logs all metrics of these names, and below them.  Without an interval, it
/// logs at the default one; if the interval is 0, it logs once.  The name "" is the root, and
/// "disk.*.read*" is a pattern as in the shell.
LoggerConfig ConfigForNames(std::span<const std::string> names,
                            std::optional<std::chrono::nanoseconds> interval = std::nullopt);

}  // namespace fdr

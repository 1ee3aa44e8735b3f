// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a configuration of the logger says, statement by statement; log_state.h says what follows
// from that for the metrics of a host.

#pragma once

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
  kMaybe,  ///< of the mandatory level only: what the advisory level says
};

/// A line of one of a configuration's files.
struct ConfigLine {
  std::uint32_t file = 0;  ///< an index
  std::uint32_t number = 0;
};

/// By its name, or by its number.
using InstanceSpec = std::variant<std::string, InstanceId>;

struct MetricSpec {
  std::string name;                     ///< of a metric, or of all below
  std::vector<InstanceSpec> instances;  ///< none: all
  ConfigLine line;
};

struct LogStatement {
  LogLevel level = LogLevel::kAdvisory;
  LogSwitch state = LogSwitch::kOn;
  std::optional<std::int64_t> interval;  ///< of kOn, in nanoseconds; 0: once; none: the default one
  std::vector<MetricSpec> metrics;       ///< at least one
};

/// Who may ask a running logger for what.
struct AccessRule {
  enum Operation : std::uint8_t { kAdvisory = 1, kMandatory = 2, kEnquire = 4 };

  bool allow = true;
  std::vector<std::string> hosts;  ///< names, addresses, "10.1.*", "unix:" and "local:" paths
  std::uint8_t operations = 0;     ///< a sum of Operation
};

struct LoggerConfig {
  std::vector<std::string> files;
  std::vector<LogStatement> statements;
  std::vector<AccessRule> access;  ///< none: everybody may do everything

  TextPlace PlaceOf(ConfigLine line) const { return {files[line.file], line.number}; }
};

/// One that has all metrics of these names, and below them, logged at the default interval; "" is
/// the name of the top, and "disk.*.read*" means what it means in the shell.
LoggerConfig ConfigForNames(std::span<const std::string> names);

}  // namespace fdr

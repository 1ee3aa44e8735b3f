// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options of the built-in collector.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Which processes of a machine fetches return: those that use most CPU time, disk or memory.  See
/// docs/guide/processes.md.
struct BusyOptions {
  std::size_t most = 10;   ///< processes in each order
  std::size_t round = 60;  ///< all processes come at least once in so many fetches, if they are few
  /// Every change of the instance domain costs as much as the whole domain, as in archives of
  /// version 2.
  bool rewrites_domain = false;
};

struct LocalOptions {
  /// Returns the present time.  Required: the collector never reads a clock itself.
  std::function<Timestamp()> clock = {};
  /// The host's time zone as in TZ; default: from the file etc/localtime.
  std::string timezone = {};
  /// Default: every process.
  std::optional<BusyOptions> busy = {};

  /// Where programs keep memory mapped values: PCP's folder tmp/mmv.  Default: nowhere.
  std::string mmv = {};
  /// Takes sentences about files of programs that are refused, each once.
  std::function<void(const std::string& line)> log = {};

  /// Directories of the kernel's and the system's files.  Tests use others.
  std::string proc = "/proc";
  std::string sys = "/sys";
  std::string etc = "/etc";
  std::string run = "/run";
};

}  // namespace fdr

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options of the built-in collector.

#pragma once

#include <functional>
#include <string>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

struct LocalOptions {
  /// Returns the present time.  Required: the collector never reads a clock itself.
  std::function<Timestamp()> clock = {};
  /// The host's time zone as in TZ; default: from the file etc/localtime.
  std::string timezone = {};

  /// Directories of the kernel's and the system's files.  Tests use others.
  std::string proc = "/proc";
  std::string sys = "/sys";
  std::string etc = "/etc";
  std::string run = "/run";
};

}  // namespace fdr

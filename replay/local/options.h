// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the built-in collector is told by whoever opens it.

#pragma once

#include <functional>
#include <string>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

struct LocalOptions {
  /// Says what time it is.  Must be given: nothing here reads a clock on its own.
  std::function<Timestamp()> clock = {};
  /// The host's time zone as in TZ; without, what the file etc/localtime says.
  std::string timezone = {};

  /// Where the kernel's files are, and those of the system.  Others are for tests.
  std::string proc = "/proc";
  std::string sys = "/sys";
  std::string etc = "/etc";
  std::string run = "/run";
};

}  // namespace fdr

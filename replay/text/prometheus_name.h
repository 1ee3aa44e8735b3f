// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics and labels as Prometheus accepts them.

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/text/ascii.h"

namespace fdr {

/// "disk.dev.read" becomes "disk_dev_read": all but letters and digits are underscores.  A name
/// does not begin with a digit.
inline std::string PrometheusName(std::string_view name) {
  std::string mapped(name);
  for (char& c : mapped)
    if (!IsAlpha(c) && !IsDigit(c)) c = '_';
  if (!mapped.empty() && IsDigit(mapped.front())) mapped.insert(0, 1, '_');
  return mapped;
}

}  // namespace fdr

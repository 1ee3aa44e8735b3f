// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Dates in messages and log files: in the zone of the process, not in the reporting zone.

#pragma once

#include <ctime>
#include <string>

namespace fdr::pmapi {

/// The date and the time of day in the zone of the process (TZ), "Fri Nov 20 16:18:20 2026".
inline std::string ProcessDate() {
  const std::time_t now = std::time(nullptr);
  tm local = {};
  char text[64] = "";
  tzset();
  if (localtime_r(&now, &local) != nullptr)
    std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &local);
  return text;
}

}  // namespace fdr::pmapi

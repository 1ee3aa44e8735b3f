// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/host_options.h"

#include <pcp/pmapi.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

namespace fdr::pmapi {

LiveOptions HostOptionsFromEnvironment() {
  static std::atomic<bool> complained = false;
  std::vector<std::string> complaints;
  LiveOptions options =
      LiveOptionsFrom([](const char* name) { return std::getenv(name); }, complaints);
  if (!complaints.empty() && !complained.exchange(true))
    for (const std::string& complaint : complaints)
      pmNotifyErr(LOG_WARNING, "ignored: %s", complaint.c_str());
  return options;
}

}  // namespace fdr::pmapi

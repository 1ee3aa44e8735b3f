// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What all watched sources share: standard output, and the start of programs.

#pragma once

#include <sys/types.h>

#include <atomic>
#include <mutex>
#include <string>

#include "fdr/tools/run/started_program.h"

namespace fdr::tools {

/// Any thread may call.
class WatchOutput {
 public:
  /// Writes a line at once.  False after a failure, which it reports.
  bool Print(const std::string& line);
  bool has_failed() const { return has_failed_; }

  Result<pid_t> Start(const ProgramRequest& request);

 private:
  std::mutex mutex_;
  std::atomic<bool> has_failed_ = false;
};

}  // namespace fdr::tools

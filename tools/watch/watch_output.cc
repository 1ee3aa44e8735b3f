// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/watch_output.h"

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

bool WatchOutput::Print(const std::string& line) {
  const std::lock_guard lock(mutex_);
  if (!has_failed_ && !WriteOutput(line)) has_failed_ = true;
  return !has_failed_;
}

// A start changes a limit of this process for a moment.
Result<pid_t> WatchOutput::Start(const ProgramRequest& request) {
  const std::lock_guard lock(mutex_);
  return StartProgram(request);
}

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What all watched sources share: standard output, and the start of programs.

#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "fdr/tools/run/started_program.h"

namespace fdr::tools {

/// Any thread may call.
class WatchOutput {
 public:
  /// `patience`: how long a line waits for a reader that does not read.  Without patience, it waits
  /// until a signal comes.
  explicit WatchOutput(std::optional<std::chrono::nanoseconds> patience = std::nullopt)
      : patience_(patience) {}

  /// Writes a line at once.  False if it is left out, and after a failure; reports both.
  bool Print(const std::string& line);
  bool has_failed() const { return has_failed_; }
  /// Says how many lines are left out.  To be called behind the last one.
  void TellOfLeftOut();

  Result<pid_t> Start(const ProgramRequest& request);

 private:
  bool LeaveOut();

  const std::optional<std::chrono::nanoseconds> patience_;
  std::mutex mutex_;  // of what follows
  std::uint64_t left_out_ = 0;
  bool is_torn_ = false;  // only a part of the last line was written
  std::atomic<bool> has_failed_ = false;
};

}  // namespace fdr::tools

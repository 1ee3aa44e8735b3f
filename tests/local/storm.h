// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A process that starts many others, which live for a moment.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::test {

struct StormKind {
  std::string program;    ///< of those that are started
  uid_t user = 0;         ///< 0: that of the test
  long nanos = 0;         ///< of CPU time, that each uses at least
  int threads = 0;        ///< of each, besides the first
  std::size_t bytes = 0;  ///< that each writes to the disk
};

class Storm {
 public:
  /// Runs until the object is gone.  The process waits for orders, and uses nothing meanwhile.
  explicit Storm(const StormKind& kind);
  ~Storm();
  Storm(const Storm&) = delete;
  Storm& operator=(const Storm&) = delete;

  /// Starts this number of processes, one after the other, and waits for each.  Returns at once.
  void Begin(int processes);
  /// Whether it has no order.
  bool IsOver();
  /// The CPU time of all that have ended, in seconds, as the kernel told the process that waited.
  double used() const { return used_; }

 private:
  pid_t pid_ = 0;
  local::UniqueFd orders_, answers_;
  bool is_busy_ = false;
  double used_ = 0;
};

/// Processes that take what others leave of all processors.
class BusyMachine {
 public:
  BusyMachine();
  ~BusyMachine();
  BusyMachine(const BusyMachine&) = delete;
  BusyMachine& operator=(const BusyMachine&) = delete;

 private:
  std::vector<pid_t> pids_;
};

}  // namespace fdr::test

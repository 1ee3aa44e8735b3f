// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Signals for the processes that a test has started, and for no others.

#pragma once

#include <sys/types.h>

#include <csignal>

namespace fdr::test {

/// Whether kill(2) takes it for one process.  To kill(2), -1, which is what fork(2) gives when it
/// fails, means every process there is, and 0 the group of the test itself.
inline bool IsOneProcess(pid_t pid) { return pid > 1; }

/// kill(2) of one process; false if there is none, or that is no process.
inline bool SendSignal(pid_t pid, int number) {
  return IsOneProcess(pid) && ::kill(pid, number) == 0;
}

/// The same for the group that this process leads.
inline bool SendSignalToGroup(pid_t leader, int number) {
  return IsOneProcess(leader) && ::kill(-leader, number) == 0;
}

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sends signals only to processes that a test has started.

#pragma once

#include <sys/types.h>

#include <csignal>

namespace fdr::test {

/// Whether `pid` stands for one process in kill(2), and is not 1, the init process.  For kill(2),
/// -1 stands for all processes, and 0 for the process group of the test.  A fork(2) that fails
/// returns -1.
inline bool IsOneProcess(pid_t pid) { return pid > 1; }

/// Sends a signal to one process.  False if it does not exist, or if `pid` does not stand for one.
inline bool SendSignal(pid_t pid, int number) {
  return IsOneProcess(pid) && ::kill(pid, number) == 0;
}

/// The same for the process group of this leader.
inline bool SendSignalToGroup(pid_t leader, int number) {
  return IsOneProcess(leader) && ::kill(-leader, number) == 0;
}

}  // namespace fdr::test

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C, Ctrl-\ and SIGTERM as a flag, for verbs that have something to clean up.

#pragma once

#include <chrono>

namespace fdr::tools {

/// From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP only set the flag; a second one ends the
/// process. One that was ignored (nohup) still is.
void CatchInterrupts();
bool Interrupted();

/// Whether there is something to be read before the time is up, or such a signal comes.  With -1 as
/// file it just waits.
bool WaitForInput(int fd, std::chrono::nanoseconds time);
/// Ends the process by the signal that set the flag, so that who waits for it knows.
[[noreturn]] void EndAsInterrupted();

}  // namespace fdr::tools

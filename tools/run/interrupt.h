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
/// The signal that came was dealt with; the next one sets the flag again.
void ForgetInterrupt();

/// What signals ask for that end nothing.
enum class Request {
  kSnapshot,  ///< SIGUSR1
  kVolume,    ///< SIGHUP, which is no interrupt then; one that was ignored (nohup) still is
};
/// From now on the signal only sets a flag of its own.
void CatchRequest(Request request);
/// Whether it came since this was asked last.
bool TakeRequest(Request request);

/// Whether there is something to be read before the time is up, or such a signal comes.  With -1 as
/// file it just waits.
bool WaitForInput(int fd, std::chrono::nanoseconds time);
/// Ends the process by the signal that set the flag, so that who waits for it knows.
[[noreturn]] void EndAsInterrupted();

}  // namespace fdr::tools

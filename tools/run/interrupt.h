// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C, Ctrl-\ and SIGTERM as a flag, for verbs that have something to clean up.

#pragma once

#include <chrono>
#include <functional>

namespace fdr::tools {

/// From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP only set the flag; a second signal ends the
/// process.  A signal that was ignored before (nohup) stays ignored.
void CatchInterrupts();
/// The same, but no second signal ends the process: another program is to end by them.
void CatchEveryInterrupt();
bool Interrupted();
/// The signal that set the flag; 0 if it is not set.
int InterruptSignal();
/// Whether a key of the terminal sent it, also to the other programs in the foreground.
bool InterruptIsKey();
/// Clears the flag after the signal was handled; the next signal sets the flag again.
void ForgetInterrupt();

/// Requests by signals that do not end the process.
enum class Request {
  kSnapshot,  ///< SIGUSR1
  kHangup,    ///< SIGHUP, no interrupt then; stays ignored if it was (nohup)
  kResize,    ///< SIGWINCH: the terminal has another size
};
/// From now on the signal only sets a flag of its own.
void CatchRequest(Request request);
/// Whether the signal came since the last call.
bool TakeRequest(Request request);

/// Waits until `fd` is readable, and returns true; false if the time is up, or if a signal of
/// either kind has come and was not looked at.  With fd -1 just waits.
bool WaitForInput(int fd, std::chrono::nanoseconds time);
/// EndAsInterrupted() calls this first, to remove what would be left.  As long as it is set, a
/// second signal does not end the process, either.  Null: nothing.
void CleanUpIfInterrupted(std::function<void()> clean_up);
/// Ends the process by the signal that set the flag, so that the parent process sees the signal.
[[noreturn]] void EndAsInterrupted();

}  // namespace fdr::tools

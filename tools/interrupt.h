// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C and SIGTERM as a flag, for verbs that have something to clean up.

#pragma once

namespace fdr::tools {

/// From now on SIGINT, SIGTERM and SIGHUP only set the flag; a second one ends the process.  One
/// that was ignored (nohup) still is.
void CatchInterrupts();
bool Interrupted();
/// Ends the process by the signal that set the flag, so that who waits for it knows.
[[noreturn]] void EndAsInterrupted();

}  // namespace fdr::tools

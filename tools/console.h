// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What goes to a person: messages on standard error, and what the terminal can do.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/error.h"
#include "fdr/archive/problem.h"

namespace fdr::tools {

/// "fdr: MESSAGE" on standard error.
void PrintError(std::string_view message);
void PrintError(const Error& error);
/// "fdr: warning: ..." on standard error, with the place and what was lost.
void PrintProblem(const Problem& problem);

/// All of `text` to standard output; false (and a message) if it cannot be written.  Nobody reading
/// any more (EPIPE) is no reason for a message.
bool WriteOutput(std::string_view text);

/// Whether a stream is a terminal that wants colours: not with NO_COLOR or TERM=dumb.
bool WantsColor(int fd);

/// "256.1 MiB".
std::string HumanSize(std::uint64_t bytes);
/// "1 day 02:03:04", "12.5 s".
std::string HumanDuration(double seconds);

}  // namespace fdr::tools

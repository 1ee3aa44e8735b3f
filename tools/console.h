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

/// What comes from files and file names, made fit for a terminal: control characters, and bytes
/// that are not UTF-8, become "\\x1b".
std::string Printable(std::string_view text);

/// "fdr: MESSAGE" on standard error.  Of controls only line ends stay what they are.
void PrintError(std::string_view message);
void PrintError(const Error& error);
/// "fdr: warning: ..." on standard error, with the place and what was lost.
void PrintProblem(const Problem& problem);

/// All of `text`; the errno of what kept it from being written, or 0.
int WriteAll(int fd, std::string_view text);

/// All of `text` to standard output; false (and a message) if it cannot be written.
[[nodiscard]] bool WriteOutput(std::string_view text);

/// Why standard output could not be written.  Nobody reading any more (EPIPE) is no reason for a
/// message.
void PrintOutputError(int error);

/// Whether a stream is a terminal that understands escape sequences: not with TERM=dumb.
bool IsScreen(int fd);
/// ... and wants colours: not with NO_COLOR.
bool WantsColor(int fd);

/// Whether a stream goes to a file, and not to a terminal or another program.
bool IsFile(int fd);

/// "256.1 MiB".
std::string HumanSize(std::uint64_t bytes);
/// "1 day 02:03:04", "12.5 s".
std::string HumanDuration(double seconds);

}  // namespace fdr::tools

// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What goes to a person: messages on standard error, and what the terminal can do.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/problem.h"

namespace fdr::tools {

/// PrintableLines() on standard error, whatever that is: logs are read on terminals as well.
void PrintMessage(std::string_view text);

/// "fdr: MESSAGE" on standard error, as PrintMessage().
void PrintError(std::string_view message);
void PrintError(const Error& error);
/// "fdr: warning: ..." on standard error, with the place and what was lost.
void PrintProblem(const Problem& problem);

/// On a standard error that is a terminal: a line in place of the one before, and none.
void ShowStatus(std::string_view line);
void ClearStatus();

/// All of `text`; the errno of what kept it from being written, or 0.
int WriteAll(int fd, std::string_view text);
/// The same; a terminal gets PrintableLines(), all else what there is, byte by byte.
int WriteText(int fd, std::string_view text);

/// WriteText() to standard output; false (and a message) if it cannot be written.  `text` ends with
/// a whole character.
[[nodiscard]] bool WriteOutput(std::string_view text);
/// The same with sequences of screen_codes.h: a terminal gets PrintableDrawing().
[[nodiscard]] bool DrawOutput(std::string_view text);

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

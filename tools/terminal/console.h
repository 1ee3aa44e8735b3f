// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Output for people: messages on standard error, and the abilities of the terminal.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/problem.h"

namespace fdr::tools {

/// Writes PrintableLines() to standard error, even to a file: people read logs on terminals as
/// well.
void PrintMessage(std::string_view text);

/// "fdr: MESSAGE" on standard error, as PrintMessage().
void PrintError(std::string_view message);
void PrintError(const Error& error);
/// "fdr: warning: ..." on standard error, with the place and what was lost.
void PrintProblem(const Problem& problem);

/// If standard error is a terminal: replaces the status line; an empty one removes it.
void ShowStatus(std::string_view line);
void ClearStatus();

/// Writes all of `text`; returns 0, or the errno of the failure.
int WriteAll(int fd, std::string_view text);
/// The same, but a terminal gets PrintableLines(); anything else gets the bytes unchanged.
int WriteText(int fd, std::string_view text);

/// WriteText() to standard output; false (and a message) on failure.  `text` must end with a
/// complete character.
[[nodiscard]] bool WriteOutput(std::string_view text);
/// The same for text with sequences of screen_codes.h: a terminal gets PrintableDrawing().
[[nodiscard]] bool DrawOutput(std::string_view text);

/// Says why standard output could not be written.  No message if the reader is gone (EPIPE).
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

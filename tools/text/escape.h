// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes visible what a terminal would obey: control characters, changes of the direction of
// writing, and bytes that are not UTF-8.

#pragma once

#include <string>
#include <string_view>

namespace fdr::tools {

/// Whether a terminal obeys the character instead of showing it: C0, DEL, C1, line separators, and
/// all characters that change the direction of writing.
bool IsObeyed(char32_t c);

/// `text`, fit for one line of a terminal: "\x1b" for ASCII controls, "\u202e" for other characters
/// that terminals obey, "\xff" for bytes that are not UTF-8.
std::string Printable(std::string_view text);

/// The same for several lines: keeps line ends and tabs.
std::string PrintableLines(std::string_view text);

/// The same for lines that contain escape sequences of fdr (screen_codes.h), which are kept.
/// Foreign text must have passed through Printable() or DisplayText() before.
std::string PrintableDrawing(std::string_view text);

}  // namespace fdr::tools
